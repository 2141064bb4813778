import { expectTypeOf } from 'expect-type';
import type * as O from 'fp-ts/Option';
import { PageToken } from '../../src/model/PageToken';
import type { Page } from '../../src/model/endpoints/Page';
import { resumeFrom } from '../../src/model/errors/resumeFrom';

declare const pageToken: PageToken;
declare const text: string;

// A token is a text, but no text is a token before the codec has looked at it.
expectTypeOf<PageToken>().toExtend<string>();
expectTypeOf(text).not.toExtend<PageToken>();
expectTypeOf<''>().not.toExtend<PageToken>();
expectTypeOf<'t'>().not.toExtend<PageToken>();
if (PageToken.is(text)) expectTypeOf(text).toExtend<PageToken>();

// Tokens come from pages and from resumeFrom.
expectTypeOf<Page<unknown>['nextPageToken']>().toEqualTypeOf<O.Option<PageToken>>();
expectTypeOf(resumeFrom).returns.toEqualTypeOf<O.Option<{ readonly pageToken: PageToken }>>();

// @ts-expect-error an empty text is no token
export const empty: PageToken = '';
// @ts-expect-error nor is any text
export const any: PageToken = text;
export const written: string = pageToken;
