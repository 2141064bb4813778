import { createRequire } from 'node:module';
import { dirname } from 'node:path/posix';
import process from 'node:process';
import { URL } from 'node:url';

/*
 * Pagewalk as users get it, built, and the libraries that it shares with the contestants. They are resolved from the
 * product's own folder, so that everyone runs on the same copy of the same version, whatever the peers bring along.
 */
const require = createRequire(new URL('../package.json', import.meta.url));

/** PAGEWALK_ENTRY names another build, to compare two of them. */
export const pagewalk = require(process.env.PAGEWALK_ENTRY ?? './dist/cjs/index.js');
const beside = (entry) => require(`${dirname(process.env.PAGEWALK_ENTRY ?? './dist/cjs/index.js')}/${entry}/index.js`);
export const pagewalkNode = () => beside('node');
export const pagewalkPostgres = () => beside('postgres');
export const axios = require('axios');
export const rxjs = require('rxjs');
export const t = require('io-ts');
export const E = require('fp-ts/Either');
export const { pipe } = require('fp-ts/function');
