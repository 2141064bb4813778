import type { NetworkFailure } from './WalkError';

/** What was thrown, in words, which a getter that throws may withhold. */
const thrownText = (error: unknown): string => {
  try {
    return error instanceof Error ? String(error) : typeof error;
  } catch {
    return 'Error';
  }
};

/** What the user's function throws is a value too (law 5). It is a mistake in that function: repeating does not help. */
export const thrownBy = (
  who: 'transport' | 'classify' | 'retry',
  error: unknown,
): Omit<NetworkFailure, 'progress'> => ({
  _tag: 'NetworkFailure',
  reason: `${who} threw ${thrownText(error)}`,
  permanent: true,
});
