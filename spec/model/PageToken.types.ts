import { expectTypeOf } from 'expect-type';
import { PageToken } from '../../src/index';

declare const pageToken: PageToken;
declare const text: string;

// A token is a text, but no text is a token before the codec has looked at it.
expectTypeOf<PageToken>().toExtend<string>();
expectTypeOf(text).not.toExtend<PageToken>();
expectTypeOf<''>().not.toExtend<PageToken>();
if (PageToken.is(text)) expectTypeOf(text).toExtend<PageToken>();

// @ts-expect-error an empty text is no token
export const empty: PageToken = '';
// @ts-expect-error nor is any text
export const any: PageToken = text;
export const written: string = pageToken;
