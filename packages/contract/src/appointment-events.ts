// Live events about appointments. Types only, so the browser needs no schema for them.

/** One of a person's appointments is new or has changed. Sent to all devices of both people. */
export interface OwnAppointmentEvent {
  kind: 'appointment';
  id: number;
}
