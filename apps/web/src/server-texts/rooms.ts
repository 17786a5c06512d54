import { msg } from '@lingui/core/macro';

// What every installation has from the start (0008_chat.sql). No page loads this file; see `problems.ts`.
export const rooms = [
  msg`Caring for a relative`,
  msg`For those who look after parents, partners or children at home.`,
  msg`Living with diabetes`,
  msg`Food, movement, figures and patience, among people who know.`,
  msg`Mind and mood`,
  msg`Stress, sleep, low days and what helps. Be gentle with each other.`,
  msg`Pregnancy and new parents`,
  msg`From the first test to the first birthday.`,
  msg`Heart and blood pressure`,
  msg`Living well with a heart that needs attention.`,
  msg`General`,
  msg`Say hello, and talk about anything that has no room of its own.`,
];
