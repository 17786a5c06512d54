import type { Services } from '../../platform/routing/routing.ts';

/** Somebody whose account is being erased. */
export interface Leaving {
  user_id: number;
  /** The number of the receipt. */
  number: string;
  requested_at: Date;
  /** Until when the care that others wrote about the person is kept; null if none is. */
  care_until: Date | null;
  /** Until when a provider's name stays on the records of patients; null if it is removed immediately. */
  name_until: Date | null;
}

export type ErasureDependencies = Pick<Services, 'db' | 'files' | 'config' | 'clock' | 'live'>;

/**
 * One step of an erasure, written by the module that owns the tables. It can be restarted at any point by any process, and then
 * does what is left.
 */
export type ErasureStep = (needs: ErasureDependencies, leaving: Leaving) => Promise<void>;

const rowsAtOnce = 500;

/** Processes rows in batches, each in its own transaction, until a batch is not full. */
export async function inPortions(portion: (rows: number) => Promise<number>) {
  while ((await portion(rowsAtOnce)) === rowsAtOnce);
}
