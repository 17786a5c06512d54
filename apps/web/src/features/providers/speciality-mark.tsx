import {
  Activity,
  Apple,
  Baby,
  Bone,
  Brain,
  Bug,
  Droplet,
  Dumbbell,
  Ear,
  Eye,
  Hand,
  HeartHandshake,
  HeartPulse,
  Leaf,
  type LucideIcon,
  Microscope,
  Ribbon,
  Scissors,
  Siren,
  Smile,
  Stethoscope,
  Users,
  Wind,
} from 'lucide-react';

// By a part of the name, so that specialities which an administrator adds find a mark too.
const marks: [RegExp, LucideIcon][] = [
  [/cardio|heart/i, HeartPulse],
  [/psych|mental/i, HeartHandshake],
  [/neuro/i, Brain],
  [/paed|fertil|obstet/i, Baby],
  [/ortho/i, Bone],
  [/\bear\b/i, Ear],
  [/ophthal|eye/i, Eye],
  [/dent/i, Smile],
  [/derma|skin/i, Hand],
  [/pulmo/i, Wind],
  [/nephro|uro|haemat/i, Droplet],
  [/onco|palliat/i, Ribbon],
  [/nutri|gastro/i, Apple],
  [/ayur|homeo/i, Leaf],
  [/radio|patho/i, Microscope],
  [/surgery/i, Scissors],
  [/sport|physio/i, Dumbbell],
  [/emerg/i, Siren],
  [/infect/i, Bug],
  [/family|geria/i, Users],
  [/endocr|rheuma/i, Activity],
];

/** The mark of a speciality; its name always stands beside it. */
export function SpecialityMark({ name, large = false }: { name: string; large?: boolean }) {
  const Icon = marks.find(([pattern]) => pattern.test(name))?.[1] ?? Stethoscope;
  return (
    <span
      className={`inline-flex shrink-0 items-center justify-center bg-primary-soft text-primary ${large ? 'size-12 rounded-control' : 'size-9 rounded-full'}`}
      aria-hidden
    >
      <Icon size={large ? 24 : 20} />
    </span>
  );
}
