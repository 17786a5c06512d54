import marks from '../../../assets/speciality-marks.svg';

// By a part of the name, so that specialities which an administrator adds find a mark too.
const markOf: [RegExp, string][] = [
  [/cardio|heart/i, 'heart-pulse'],
  [/psych|mental/i, 'heart-handshake'],
  [/neuro/i, 'brain'],
  [/ortho/i, 'bone'],
  [/paed|fertil|obstet/i, 'baby'],
  [/\bear\b/i, 'ear'],
  [/ophthal|eye/i, 'eye'],
  [/dent/i, 'smile'],
  [/derma|skin/i, 'hand'],
  [/pulmo/i, 'wind'],
  [/nephro|uro|haemat/i, 'droplet'],
  [/onco|palliat/i, 'ribbon'],
  [/nutri|gastro/i, 'apple'],
  [/ayur|homeo/i, 'leaf'],
  [/radio|patho/i, 'microscope'],
  [/surgery/i, 'scissors'],
  [/sport|physio/i, 'dumbbell'],
  [/emerg/i, 'siren'],
  [/infect/i, 'bug'],
  [/family|geria/i, 'users'],
  [/endocr|rheuma/i, 'activity'],
];

/** The mark of a speciality; its name always stands beside it. All marks are one image: as scripts they weigh more. */
export function SpecialityMark({ name, large = false }: { name: string; large?: boolean }) {
  const mark = markOf.find(([pattern]) => pattern.test(name))?.[1] ?? 'stethoscope';
  return (
    <span
      className={`inline-flex shrink-0 items-center justify-center bg-primary-soft text-primary ${large ? 'size-12 rounded-control' : 'size-9 rounded-full'}`}
      aria-hidden
    >
      <svg width={large ? 24 : 20} height={large ? 24 : 20}>
        <use href={`${marks}#${mark}`} />
      </svg>
    </span>
  );
}
