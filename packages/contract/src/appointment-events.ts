// What is told live of appointments: types alone, so that a browser carries no schema for them.

/** That one of a person's appointments is new or another than it was, to each device of both its people. */
export interface OwnAppointmentEvent {
  kind: 'appointment';
  id: number;
}
