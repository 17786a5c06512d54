export { type ScheduleJson, readSchedule, scheduleOf, spanJson } from './hours.ts';
export { daysBetween, freeBetween, heldBy, type ProviderSchedule, slotsOf } from './slots.ts';
