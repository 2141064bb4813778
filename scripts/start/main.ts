import { run } from '../../src/cli/run';
import { processIo } from '../../src/cli/terminal/Io';
import { preview } from './preview';

/** `npm start`: every object of the embedded service. A person sees a few of them and the summary, a pipe gets all. */
const main = async (): Promise<void> => {
  const io = processIo();
  process.stderr.write(
    'pagewalk: starts the reference service in this process, and reads every object from it over HTTP\n',
  );
  const objects = io.stdout.isTTY === true ? preview(io.stdout, 5) : undefined;
  process.exitCode = await run(['list'], objects === undefined ? io : { ...io, objects });
  objects?.end();
};

void main();
