import { type Trainee, testPractices } from '@svc-simulator/test-support/trials.ts';

async function createPartner(trainee: Trainee): Promise<string> {
  return (await trainee.send('POST', '/api/v1/ext/partners', { name: 'Ana' })).json.data.partner_id;
}

testPractices('splits_and_requests', {
  split: {
    does: async (trainee) => {
      const rules = [{ recipient_id: await createPartner(trainee), percent: 10 }];
      return trainee.button({ split: { type: 'percent', rules } });
    },
    nearly: async (trainee) => {
      // The agreement allows a split, but the session doesn't split its amount.
      await createPartner(trainee);
      await trainee.button();
    },
  },
  request_session: {
    does: (trainee) => trainee.request(),
    nearly: async (trainee) => {
      await trainee.request({ due_date_session: '2020-01-01T00:00:00.000Z' });
      await trainee.button();
    },
  },
});
