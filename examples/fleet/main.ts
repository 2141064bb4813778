import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { handOver } from './engine';
import { runFleet } from './fleet';
import { runWorker } from './worker';

const help = `npm run example -- fleet [options]           the whole fleet; DATABASE_URL names a Postgres that exists
  --objects 8000   objects of the service
  --parts 8        parts of the walk
  --workers 5      worker processes of this machine
  --kills 14       how many workers are killed, one now and then
npm run example -- fleet worker [--name …]    one worker, of this or another machine; its name is always the same
  DATABASE_URL and SERVICE_TOKEN say where; CONCURRENT and PER_MINUTE what the service allows, for all workers together;
  AT_ONCE how many parts it copies at once (2); EVENTS a directory for recordings of its walks
npm run example -- fleet hand-over --name …   gives what a worker had to the others: its machine is gone for good
`;

const text = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set\n${help}`);
  return value;
};

const wholeNumber = (name: string, value: string, least: number): number => {
  const number = Number(value);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Error(`${name} must be a whole number of at least ${least}\n${help}`);
};

const startWorker = (name: string, by: string): Promise<void> => {
  // One that was started by the fleet ends with it.
  process.once('disconnect', () => process.exit());
  return runWorker({
    name,
    by,
    databaseUrl: text('DATABASE_URL'),
    token: text('SERVICE_TOKEN'),
    limits: {
      concurrent: wholeNumber('CONCURRENT', text('CONCURRENT'), 1),
      perMinute: wholeNumber('PER_MINUTE', text('PER_MINUTE'), 1),
    },
    atOnce: wholeNumber('AT_ONCE', process.env.AT_ONCE ?? '2', 1),
    events: process.env.EVENTS,
  });
};

const main = async (): Promise<void> => {
  const option = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      objects: option,
      parts: option,
      workers: option,
      kills: option,
      name: option,
      by: option,
      help: { type: 'boolean', default: false },
    },
  });
  const name = values.name ?? hostname();
  if (values.help) process.stdout.write(help);
  else if (positionals[0] === 'worker') await startWorker(name, values.by ?? name);
  else if (positionals[0] === 'hand-over') await handOver(text('DATABASE_URL'), name);
  else {
    const parts = wholeNumber('--parts', values.parts ?? '8', 1);
    const isEqual = await runFleet({
      objects: wholeNumber('--objects', values.objects ?? '8000', parts),
      parts,
      workers: wholeNumber('--workers', values.workers ?? '5', 1),
      kills: wholeNumber('--kills', values.kills ?? '14', 0),
    });
    // Explicitly: what watches over the Postgres that was started here would end the process with 0.
    process.exit(isEqual ? 0 : 1);
  }
};

let isInterrupted = false;
// The Postgres that was started here ends by itself then, and what fails without it is no news.
process.once('SIGINT', () => (isInterrupted = true));

main().catch((error: unknown) => {
  if (isInterrupted) return;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
