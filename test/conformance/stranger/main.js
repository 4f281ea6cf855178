import { startStranger } from './server.js';

const deviations = (process.env.STRANGER_DEVIATIONS ?? '').split(',').filter(Boolean);
const started = await startStranger({
  deviations,
  port: Number(process.env.PORT ?? 0),
  delay: Number(process.env.SIM_ACCREDITATION_DELAY_MS ?? 5000),
});
process.stdout.write(`${started.url}\n`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void started.close());
