/** A value of JSON. A bigint is an integer that is written in its digits. @since 0.2.0 */
export type Json =
  | string
  | number
  | bigint
  | boolean
  | null
  | ReadonlyArray<Json>
  | { readonly [name: string]: Json | undefined };
