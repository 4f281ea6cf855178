import type { Texts } from './texts-es.ts';

/** The page's texts in English. */
export const english: Texts = {
  errorPrefix: 'Error: ',

  summary: {
    heading: 'Total to pay',
    payTo: 'Payment to',
    equivalent: 'Equals',
    rate: (currency, rate) => `Rate: 1 ${currency} = Bs ${rate}`,
    request: 'Request',
    concept: 'Description',
    identifier: 'Identifier',
    showAll: 'Show full text',
    showLess: 'Show less',
    expires: 'Expires',
    expiresAt: (moment) => `${moment} (Venezuelan time)`,
    clockStands: 'The clock of the simulator stands still: it does not expire until that goes on.',
    timeLeft: 'Time left to pay',
    timeOver: 'The time to pay is over.',
  },

  notices: {
    overdueTitle: 'This request is overdue',
    overdue: (moment) => `It was due on ${moment} and you can still pay it here.`,
    overdueMerchant: 'Message from the merchant:',
    retryTitle: 'The previous attempt did not go through',
    retry: 'Check the details and try again.',
    faultsTitle: (count) =>
      count === 1 ? 'One detail needs correcting' : `${count} details need correcting`,
    faults: 'Nothing has been charged yet.',
  },

  form: {
    title: (amount) => `Pay ${amount}`,
    methods: 'How do you want to pay?',
    method: {
      immediate_debit: {
        name: 'Immediate debit',
        hint: 'Taken from your bank account',
      },
      mobile_payment: {
        name: 'Mobile payment',
        hint: 'With the phone registered at your bank',
      },
      crypto: { name: 'Crypto', hint: 'USDT from your wallet' },
    },
    payer: 'Payer’s details',
    testPayer: 'Fill in a test payer',
    testPayerUsed: 'The data of a test payer are filled in, with the key that pays.',
    documentType: 'Type',
    documentTypes: {
      V: 'V Venezuelan',
      E: 'E Foreigner',
      J: 'J Company',
      G: 'G Government',
      P: 'P Passport',
    },
    document: 'ID or tax number',
    documentHint: 'Digits only, for example 12345678',
    phone: 'Mobile phone',
    phoneHint: 'For example 0412 123 4567',
    bank: 'Bank',
    bankPlaceholder: 'Choose your bank',
    name: 'Name',
    concept: 'Payment note',
    optional: '(optional)',
    crypto: 'The USDT transfer is simulated: none of your details are needed.',
    confirm: 'Confirm the payment',
    otp: 'Payment key',
    otpHint: 'In test mode your bank sends no key: use one of those below.',
    submit: (amount) => `Pay ${amount}`,
    busy: 'Processing the payment…',
  },

  lab: {
    heading: 'Test options',
    keys: 'Keys you can use',
    keysHint: 'Any other key is refused as a wrong one.',
    use: 'Use key',
    used: (key) => `Key ${key} written into the Payment key field.`,
    meaning: {
      paid: 'Pays',
      insufficient_funds: 'Insufficient funds',
      invalid_otp: 'Wrong key',
      bank_limit: 'Limit exceeded',
    },
    accreditation: 'After paying, the accreditation to the merchant…',
    accreditationChoice: {
      accredited: 'completes',
      accreditation_to_recipient_failed: 'fails',
    },
  },

  faults: {
    methodMissing: 'Choose how you want to pay.',
    methodUnknown: 'This merchant does not accept that payment method. Choose one of the list.',
    documentTypeMissing: 'Choose the type of document.',
    documentTypeUnknown: 'There is no such type of document. Choose V, E, J, G or P.',
    documentMissing: 'Enter the ID or tax number.',
    documentWrong: 'The ID or tax number must have 5 to 10 digits and no letters.',
    phoneMissing: 'Enter the mobile phone.',
    phoneWrong: 'That is not a Venezuelan mobile phone. Write it as 0412 123 4567 or +58 412 123 4567.',
    bankMissing: 'Choose your bank.',
    bankUnknown: 'That bank is not on the list. Choose one of the list.',
    otpMissing: 'Enter the payment key.',
    accreditationUnknown: 'Choose one of the two ways in which the accreditation can end.',
    tooLong: (limit) => `The text is too long: there is room for ${limit} characters.`,
  },

  receipt: {
    heading: 'Payment details',
    amount: 'Amount',
    amountVes: 'In bolívares',
    merchant: 'Merchant',
    method: 'Method',
    bank: 'Bank',
    transaction: 'Transaction',
    reference: 'Bank reference',
    date: 'Date',
    venezuela: 'Venezuelan time',
  },

  result: {
    paid: {
      title: 'Payment approved',
      detail: 'The payment is done. You can close this page.',
    },
    failed: { title: 'Payment refused', detail: 'Nothing was charged.' },
    failedRetry: 'You can try again with other details or another key.',
    failedFinal: 'This payment session has ended. Ask the merchant for a new link.',
    tryAgain: 'Try again',
  },

  closed: {
    paid: {
      title: 'This payment is already done',
      detail: 'No need to pay again: you will not be charged twice.',
    },
    failed: {
      title: 'This payment did not go through',
      detail: 'The session ended with a refused payment and takes no other. Ask the merchant for a new link.',
    },
    expired: {
      title: 'This payment session has expired',
      detail: 'Nothing was charged. Ask the merchant for a new link.',
    },
    closedAt: { paid: 'Paid', failed: 'Refused', expired: 'Expired' },
    backToSite: 'Back to the merchant',
    backToApp: 'Back to the app',
  },

  notFound: {
    title: 'We could not find this payment',
    detail:
      'The link is incomplete or the payment no longer exists. Check the link or ask the merchant for a new one.',
  },

  problem: {
    title: 'The payment could not be shown',
    busy: 'The service is unavailable at the moment. Wait a few seconds and try again.',
    request: 'The request cannot be handled as it is. Open the payment link again and retry.',
    tryAgain: 'Open the payment again',
    code: 'Code',
    requestId: 'Request',
  },
};
