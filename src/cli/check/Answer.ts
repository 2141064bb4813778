import type { Option } from 'fp-ts/Option';
import type { ErrorReading, PageToken } from '../../index';
import type { Said } from '../terminal/gate';

/** What a check needs to know of a page, in little memory. */
export interface PageAnswer {
  readonly _tag: 'Page';
  readonly count: number;
  readonly token: 'absent' | 'null' | 'empty' | 'given' | 'of a wrong type';
  readonly nextPageToken: Option<PageToken>;
  /** What is wrong with the first record that is no object record. */
  readonly badRecord: Option<string>;
  /** The first property whose value is no scalar. */
  readonly nested: Option<Said>;
  /** Whether no two of its objects are the same. */
  readonly isDistinct: boolean;
  /** The same for the same objects in the same order. */
  readonly digest: string;
}

/** How a service answered a request that asks for a page. */
export type Answer =
  | PageAnswer
  /** With a success, but without a page. */
  | { readonly _tag: 'NoPage'; readonly problem: string }
  | {
      readonly _tag: 'Refused';
      readonly reading: Pick<ErrorReading, '_tag' | 'status'>;
      readonly errorName: Said;
      readonly isShaped: boolean;
    }
  /** Not at all. */
  | { readonly _tag: 'Silent'; readonly problem: Said };

/** What was answered, in a few words. */
export const tellAnswer = (answer: Answer): string => {
  switch (answer._tag) {
    case 'Page':
      return `a page of ${answer.count}`;
    case 'NoPage':
      return answer.problem;
    case 'Refused':
      return [answer.reading.status, answer.errorName()].filter(Boolean).join(' ');
    case 'Silent':
      return `no response (${answer.problem()})`;
  }
};
