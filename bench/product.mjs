import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

/*
 * Pagewalk as users get it, built, and the libraries that it shares with the contestants. They are resolved from the
 * product's own folder, so that everyone runs on the same copy of the same version, whatever the peers bring along.
 */
const require = createRequire(new URL('../package.json', import.meta.url));

/** PAGEWALK_ENTRY names another build, to compare two of them. */
const entry =
  process.env.PAGEWALK_ENTRY ?? fileURLToPath(new URL('../dist/cjs/index.js', import.meta.url));
const beside = (name) => require(join(dirname(entry), name, 'index.js'));
export const pagewalk = require(entry);
export const pagewalkNode = () => beside('node');
export const pagewalkPaging = () => beside('paging');
export const pagewalkPostgres = () => beside('postgres');
export const pagewalkSqlite = () => beside('sqlite');
export const axios = require('axios');
export const rxjs = require('rxjs');
export const t = require('io-ts');
export const E = require('fp-ts/Either');
export const { pipe } = require('fp-ts/function');
