import { run } from '../../src/cli/commandLine';
import { processIo } from '../../src/cli/terminal/processIo';
import { demo } from './demo';
import { preview } from './preview';

/**
 * `npm start`: every object of the embedded service, which fails in many ways. A person sees a few of the objects, what went wrong
 * and the summary; a pipe gets all objects. With `-- --quiet` nothing fails.
 */
const main = async (): Promise<void> => {
  const io = processIo();
  const say = (line: string): void => void process.stderr.write(`pagewalk: ${line}\n`);
  const objects = io.stdout.isTTY === true ? preview(io.stdout, 5) : undefined;
  if (process.argv.includes('--quiet')) {
    process.exitCode = await run(
      ['list', '--quiet'],
      objects === undefined ? io : { ...io, objects },
    );
  } else {
    say('Starts a service that fails in several ways, and reads every object from it over HTTP.');
    await demo(objects ?? process.stdout, say);
  }
  objects?.end();
};

void main();
