import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import { type Checked, misuse } from '../terminal/Complaint';
import type { Job } from '../terminal/Io';
import { type Flags, type OptionTable, readFlags, type Texts } from './Option';

/** A command line after its first word: other words, and the options as they were written. */
export interface CommandLine {
  readonly command: string;
  readonly words: ReadonlyArray<string>;
  readonly texts: Texts;
}

/** A word that is no option. */
export interface Word {
  /** As help shows it: `<URL>`, or `[ID]` where it may be left out. */
  readonly name: string;
  readonly text: string;
  readonly choices?: ReadonlyArray<string>;
}

interface WordsAndHelp {
  readonly words?: ReadonlyArray<Word>;
  readonly usage?: string;
  /** What help says before all, and after all. */
  readonly before?: string;
  readonly after?: string;
}

/** One row of the table of commands: all that is known of a command but its name. */
export interface CommandRow extends WordsAndHelp {
  readonly options: OptionTable;
  /** What a command line asks for, once it was found right. */
  readonly jobOf: (line: CommandLine) => Checked<Job>;
}

interface Runnable<O extends OptionTable> extends WordsAndHelp {
  readonly options: O;
  readonly run: (words: ReadonlyArray<string>, flags: Flags<O>, texts: Texts<O>) => Job;
}

export const command = <O extends OptionTable>({ run, ...row }: Runnable<O>): CommandRow => ({
  ...row,
  jobOf: ({ words, texts }) => {
    const written = texts as Texts<O>;
    const missing = row.words?.slice(words.length).find(({ name }) => name.startsWith('<'));
    return pipe(
      readFlags(row.options, written),
      E.filterOrElse(
        () => missing === undefined,
        () => misuse(`missing required argument '${missing?.name.replace(/[<>.]/g, '') ?? ''}'`),
      ),
      E.map((flags) => run(words, flags, written)),
    );
  },
});
