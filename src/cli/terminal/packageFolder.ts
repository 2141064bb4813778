import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the package: that of the nearest package.json above this file, wherever the build has put the file. */
export const packageFolder = (directory: string = __dirname): string =>
  existsSync(join(directory, 'package.json')) || dirname(directory) === directory
    ? directory
    : packageFolder(dirname(directory));
