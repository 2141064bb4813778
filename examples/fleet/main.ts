import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { runFleet } from './fleet';
import { runWorker } from './worker';

const help = `npm run example -- fleet [options]           the whole fleet; DATABASE_URL names a Postgres that exists
  --types 40      object types, each a walk and a table
  --objects 600   objects of each type
  --parts 1       parts of each walk; with --parts 8 one type of 4,000 objects and five workers, unless you say more
  --workers 3     worker processes of this machine
  --kills 4       how many workers are killed, one now and then
npm run example -- fleet worker [--name …]    one worker, of this or another machine
  DATABASE_URL, SERVICE_TOKEN and ONTOLOGY_RID say where; CONCURRENT and PER_MINUTE what the service allows, for all
  workers together; WALKS how many walks it does at once (2); EVENTS a directory for recordings of its walks
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

const startWorker = (name: string): Promise<void> => {
  // One that was started by the fleet ends with it.
  process.once('disconnect', () => process.exit());
  return runWorker({
    name,
    databaseUrl: text('DATABASE_URL'),
    service: { token: text('SERVICE_TOKEN'), ontologyRid: text('ONTOLOGY_RID') },
    limits: {
      concurrent: wholeNumber('CONCURRENT', text('CONCURRENT'), 1),
      perMinute: wholeNumber('PER_MINUTE', text('PER_MINUTE'), 1),
    },
    walks: wholeNumber('WALKS', process.env.WALKS ?? '2', 1),
    events: process.env.EVENTS,
  });
};

const main = async (): Promise<void> => {
  const option = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      types: option,
      objects: option,
      parts: option,
      workers: option,
      kills: option,
      name: option,
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) process.stdout.write(help);
  else if (positionals[0] === 'worker')
    await startWorker(values.name ?? `${hostname()}:${process.pid}`);
  else {
    const parts = wholeNumber('--parts', values.parts ?? '1', 1);
    const [types, objects, workers] = parts === 1 ? ['40', '600', '3'] : ['1', '4000', '5'];
    const isEqual = await runFleet({
      types: wholeNumber('--types', values.types ?? types, 1),
      objects: wholeNumber('--objects', values.objects ?? objects, parts),
      parts,
      workers: wholeNumber('--workers', values.workers ?? workers, 1),
      kills: wholeNumber('--kills', values.kills ?? '4', 0),
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
