import type { Services } from '../../platform/routing/routing.ts';

/** Somebody whose account is being erased. */
export interface Leaving {
  user_id: number;
  /** Of the receipt. */
  number: string;
  requested_at: Date;
  /** Until when care is kept that others wrote about the person; null where none is. */
  care_until: Date | null;
  /** Until when a provider's name stays on what patients have; null where it goes at once. */
  name_until: Date | null;
}

export type ErasureDependencies = Pick<Services, 'db' | 'files' | 'config' | 'clock' | 'live'>;

/**
 * One step of an erasure, by the module whose tables it touches. It may be begun again at any place, by whatever process, and
 * then does what is left.
 */
export type ErasureStep = (needs: ErasureDependencies, leaving: Leaving) => Promise<void>;

const rowsAtOnce = 500;

/** Does something to so many rows at a time, in a transaction each, until it has found fewer. */
export async function inPortions(portion: (rows: number) => Promise<number>) {
  while ((await portion(rowsAtOnce)) === rowsAtOnce);
}
