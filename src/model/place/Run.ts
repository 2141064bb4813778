import type { Mark } from './Mark';

interface AnyRun<M> {
  /** A random text that tells it from other runs of the walk; empty where no page of it is kept. */
  readonly run: string;
  /** Whether version 1.0.0-rc.2 began it: then all its rounds share its text, and so do the parts of a walk. */
  readonly isOld?: boolean | undefined;
  /** How many objects in the pages of this round were refused. */
  readonly refused?: number | undefined;
  /** Without transactions: whether `finish` is still to come, or the runs that it has finished, as a digest. */
  readonly finish?: string | undefined;
  /** What the last complete run came to. */
  readonly before?: M | undefined;
  /** What this run asks from. */
  readonly from?: M | undefined;
}

/** A run that asks for what is new by marks. Of one that is done only `run`, `before`, `invalid` and `held` are there. */
export interface MarkRun extends AnyRun<Mark> {
  readonly by: 'mark';
  /** No mark above it is kept. */
  readonly ceiling?: Mark | undefined;
  /** What this run comes to: the highest mark so far that counts, not below `before` and not above `ceiling`. */
  readonly highest?: Mark | undefined;
  /** The mark that came last in this round. */
  readonly last?: Mark | undefined;
  /** Whether the marks of this round rise (1) or fall (-1). */
  readonly direction?: number | undefined;
  /** The lowest mark of the objects of this round that could not be read: the next run asks from there. */
  readonly lowest?: Mark | undefined;
  /** How many objects of this round could not be read, but show a mark. */
  readonly unread?: number | undefined;
  /** In a run that is done: what held its mark where it was. */
  readonly held?: { readonly parents: number; readonly objects: number } | undefined;
  /** How many objects could not be read and show no mark. */
  readonly invalid?: number | undefined;
  /** When the run began, in milliseconds of this machine: without a ceiling, a later time does not count. */
  readonly began?: number | undefined;
  /** The highest mark that was seen, where it does not count. */
  readonly newest?: Mark | undefined;
}

/** A run that asks by the service's own tokens. */
export interface TokenRun extends AnyRun<string> {
  readonly by: 'delta';
  /** Whether it began without a token, so that it sees everything. */
  readonly isFull: boolean;
  /** The token that came last. */
  readonly latest?: string | undefined;
}

/** A run that reads everything once: each of its rounds is a run. */
export interface PlainRun extends AnyRun<never> {
  readonly by: 'plain';
}

/** What is remembered of a run. A place that no durable walk has kept has none. */
export type Run = PlainRun | MarkRun | TokenRun;
