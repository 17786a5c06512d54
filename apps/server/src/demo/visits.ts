/** A visit of the demo: when, in days from today, and what became of it. `asked` days before today it was asked for. */
export interface DemoVisit {
  patient: string;
  provider: string;
  day: number;
  /** Local time of the provider. */
  time: string;
  asked: number;
  approved: boolean;
  problem: string;
}

/** In the order in which they were asked for. A past visit that nobody approved was never decided. */
export const visits: DemoVisit[] = [
  {
    patient: 'meera',
    provider: 'Dr. Meenakshi Subramaniam',
    day: -121,
    time: '17:00',
    asked: 124,
    approved: true,
    problem:
      'My daughter is nine months old and due for her measles vaccination. She had a mild fever after the last one.',
  },
  {
    patient: 'meera',
    provider: 'Dr. Anjali Rao',
    day: -92,
    time: '10:00',
    asked: 97,
    approved: true,
    problem: 'My heart races on the stairs and now and then it skips a beat. No pain.',
  },
  {
    patient: 'arjun',
    provider: 'Dr. Priya Venkatesh',
    day: -75,
    time: '11:00',
    asked: 80,
    approved: true,
    problem: 'A health check at school found a fasting sugar of 148. I would like to know what to do first.',
  },
  {
    patient: 'meera',
    provider: 'Dr. Vikram Sethi',
    day: -60,
    time: '18:30',
    asked: 61,
    approved: true,
    problem: 'A cough since the rains began, worse at night. I use my asthma inhaler twice a week now.',
  },
  {
    patient: 'meera',
    provider: 'Dr. Anjali Rao',
    day: -34,
    time: '10:30',
    asked: 40,
    approved: true,
    problem: 'Second visit, with the 24-hour ECG. I have cut down to one coffee a day.',
  },
  {
    patient: 'arjun',
    provider: 'Dr. Anjali Rao',
    day: -20,
    time: '11:00',
    asked: 26,
    approved: true,
    problem: 'Blood pressure of 150 over 95 at home for two weeks. Dr. Venkatesh asked me to see you.',
  },
  {
    patient: 'arjun',
    provider: 'Ritika Malhotra',
    day: -12,
    time: '16:00',
    asked: 15,
    approved: true,
    problem: 'An eating plan for diabetes that works with Gujarati food and a school canteen.',
  },
  {
    patient: 'arjun',
    provider: 'Dr. Anjali Rao',
    day: -6,
    time: '09:30',
    asked: 9,
    approved: false,
    problem: 'Dizzy in the mornings since the new tablets.',
  },
  {
    patient: 'admin',
    provider: 'Dr. Nikhil Hegde',
    day: -3,
    time: '12:00',
    asked: 8,
    approved: true,
    problem: 'A filling came out. It does not hurt yet.',
  },
  {
    patient: 'arjun',
    provider: 'Dr. Anjali Rao',
    day: 1,
    time: '16:00',
    asked: 5,
    approved: true,
    problem: 'Blood pressure after six weeks of tablets; I bring my readings.',
  },
  {
    patient: 'meera',
    provider: 'Dr. Meenakshi Subramaniam',
    day: 4,
    time: '17:30',
    asked: 4,
    approved: true,
    problem: 'Vaccinations at thirteen months, and a rash behind the knees.',
  },
  {
    patient: 'meera',
    provider: 'Dr. Anjali Rao',
    day: 2,
    time: '10:30',
    asked: 2,
    approved: false,
    problem: 'The skipped beats are back since I sleep badly. Three or four in an evening.',
  },
  {
    patient: 'admin',
    provider: 'Dr. Anjali Rao',
    day: 3,
    time: '17:00',
    asked: 1,
    approved: false,
    problem: 'A check-up before a trek above 4,000 metres. My father had a heart attack at 58.',
  },
  {
    patient: 'arjun',
    provider: 'Dr. Hannah Whitfield',
    day: 6,
    time: '14:00',
    asked: 1,
    approved: false,
    problem: 'I lie awake over the diagnosis and would like to talk to somebody, by video if that is possible.',
  },
  {
    patient: 'arjun',
    provider: 'Dr. Anjali Rao',
    day: 12,
    time: '11:30',
    asked: 0,
    approved: false,
    problem: 'To talk through the results of the stress test.',
  },
];
