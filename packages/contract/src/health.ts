import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const status = z.object({ status: z.string() });

export const getLiveness = endpoint({
  method: 'GET',
  path: '/healthz/live/',
  access: 'anyone',
  summary: 'Reports that the process is alive.',
  reply: status,
});

export const getReadiness = endpoint({
  method: 'GET',
  path: '/healthz/ready/',
  access: 'anyone',
  summary: 'Reports that the process accepts requests: its database answers and it is not draining.',
  reply: status,
  errors: ['busy'],
});
