import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { commands, loaded } from '../../../src/cli/commands/commands';
import {
  longOf,
  type Option,
  type OptionTable,
  readFlags,
  type Written,
  type Texts,
} from '../../../src/cli/options/Option';

/** A text that an option takes, of those that suit most. */
const samples = ['1', 'a=1', 'basic:ada', 'a', '404', 'Foo', 'http://a'];

const textFor = ({ flags, choices, isEach, read }: Option<unknown>): Written => {
  if (!/[<[]/.test(flags)) return !flags.startsWith('--no-');
  const text = [...(choices ?? []), ...samples].find((one) => E.isRight(read(one))) ?? '';
  return isEach ? [text] : text;
};

/** An option with all that it cannot be without. */
const together = (options: OptionTable, rule: string, given: Texts = {}): Texts => {
  const [name = '', value] = rule.split('=');
  const option = options[name];
  if (option === undefined || name in given) return given;
  const [home] = (option.with ?? []).filter((one) => (one.split('=')[0] ?? '') in options);
  const texts = { ...given, [name]: value ?? textFor(option) };
  return home === undefined ? texts : together(options, home, texts);
};

const messageOf = (options: OptionTable, texts: Texts): string => {
  const read = readFlags(options, texts);
  return E.isLeft(read) ? read.left.message : '';
};

describe('the tables of options', () => {
  const tables = new Map<string, OptionTable>();
  before(async () => {
    for (const [name, { options }] of await loaded(() => true)) tables.set(name, options);
  });

  for (const command of Object.keys(commands)) {
    const table = (): OptionTable => tables.get(command) ?? {};

    it(`${command}: each option has the name that the parser gives it`, () => {
      const options = table();
      const named = Object.entries(options).map(([name, option]) => [
        name,
        longOf(option)
          .replace(/^--(no-)?/, '')
          .replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      ]);
      expect(named.filter(([name, long]) => name !== long)).to.deep.equal([]);
    });

    it(`${command}: each option can be given, with those that it goes with`, () => {
      const options = table();
      const refused = Object.keys(options).map((name) =>
        messageOf(options, together(options, name)),
      );
      expect(refused.filter((message) => message !== '')).to.deep.equal([]);
    });

    it(`${command}: an option that goes with others is refused without them`, () => {
      const options = table();
      for (const [name, option] of Object.entries(options)) {
        if (!option.with?.some((home) => (home.split('=')[0] ?? '') in options)) continue;
        const message = messageOf(options, { [name]: textFor(option) });
        expect(message, name).to.match(new RegExp(`^${longOf(option)} goes with --`));
      }
    });

    it(`${command}: options that exclude each other are refused`, () => {
      const options = table();
      const all = Object.entries(options);
      for (const [name, { oneOf, not = {} }] of all) {
        const rivals = all
          .filter(([other, option]) => oneOf && option.oneOf === oneOf && other !== name)
          .map(([other]) => other);
        for (const other of [...rivals, ...Object.keys(not)]) {
          if (!((other.split('=')[0] ?? '') in options)) continue;
          const texts = { ...together(options, name), ...together(options, other) };
          expect(messageOf(options, texts), `${name}, ${other}`).to.match(
            /cannot be used together|give one of them/,
          );
        }
      }
    });

    it(`${command}: no message repeats what was given to an option, which may be a secret`, () => {
      const options = table();
      for (const [name, option] of Object.entries(options)) {
        if (option.flags.startsWith('--no-')) continue;
        for (const secret of ['s3cret..~2{', 'https://me:s3cret@host/', 'header:s3 cret']) {
          const message = messageOf(options, { [name]: option.isEach ? [secret] : secret });
          expect(message, name).to.not.include('s3');
        }
      }
    });
  }
});
