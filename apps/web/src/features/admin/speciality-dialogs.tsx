import type { AdministeredSpeciality } from '@carecommons/contract/administration';
import type { SpecialityMove } from '@carecommons/contract/administration-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { SelectField } from '../../components/ui/field.tsx';
import { ShortText, TextArea } from '../../components/ui/text-area.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { type Submission, textOf } from '../../lib/form.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Props {
  move: SpecialityMove | 'add';
  /** Absent where one is added. */
  speciality?: AdministeredSpeciality;
  offered: readonly AdministeredSpeciality[];
  onClose: () => void;
}

/** Adds a speciality, or does one of the things that can be done with one. */
export function SpecialityDialog({ move, speciality, offered, onClose }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const name = speciality?.name ?? '';
  const params = { speciality_id: speciality?.id ?? 0 };
  const formOf = (values: FormData) => ({
    name: textOf(values, 'name'),
    desc: textOf(values, 'desc'),
    also_called: textOf(values, 'also_called'),
    words: textOf(values, 'words'),
  });
  switch (move) {
    case 'add':
      return (
        <ConfirmDialog
          title={<Trans>Add a speciality</Trans>}
          action={t`Add`}
          onClose={onClose}
          send={(values, idempotencyKey) =>
            api.call('POST /api/admin/specialities/', { body: formOf(values), idempotencyKey })
          }
        >
          {({ errorOf }) => <Fields speciality={speciality} errorOf={errorOf} />}
        </ConfirmDialog>
      );
    case 'edit':
      return (
        <ConfirmDialog
          title={<Trans>Edit {name}</Trans>}
          text={<Trans>Its providers are found by the new words at once.</Trans>}
          action={t`Save`}
          onClose={onClose}
          send={(values, idempotencyKey) =>
            api.call('PATCH /api/admin/specialities/:speciality_id/', { params, body: formOf(values), idempotencyKey })
          }
        >
          {({ errorOf }) => <Fields speciality={speciality} errorOf={errorOf} />}
        </ConfirmDialog>
      );
    case 'merge':
      return (
        <ConfirmDialog
          title={<Trans>Merge {name} into another one?</Trans>}
          text={
            <Trans>
              Its providers move there, its address leads there, and its words find them there. This cannot be undone.
            </Trans>
          }
          action={t`Merge`}
          onClose={onClose}
          send={(values, idempotencyKey) =>
            api.call('POST /api/admin/specialities/:speciality_id/merge/', {
              params,
              body: { into: textOf(values, 'into') },
              idempotencyKey,
            })
          }
        >
          {({ errorOf }) => (
            <SelectField name="into" label={<Trans>Into</Trans>} required defaultValue="" error={errorOf('into')}>
              <option value="">{t`Please choose`}</option>
              {offered.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </SelectField>
          )}
        </ConfirmDialog>
      );
    case 'retire':
      return (
        <ConfirmDialog
          title={<Trans>Retire {name}?</Trans>}
          text={<Trans>It is no longer offered. Providers who have it keep it, and its page stays.</Trans>}
          action={t`Retire`}
          onClose={onClose}
          send={(_, idempotencyKey) =>
            api.call('POST /api/admin/specialities/:speciality_id/retire/', { params, idempotencyKey })
          }
        />
      );
    default:
      return (
        <ConfirmDialog
          title={<Trans>Offer {name} again?</Trans>}
          action={t`Offer again`}
          onClose={onClose}
          send={(_, idempotencyKey) =>
            api.call('POST /api/admin/specialities/:speciality_id/restore/', { params, idempotencyKey })
          }
        />
      );
  }
}

interface FieldsProps {
  speciality: AdministeredSpeciality | undefined;
  errorOf: Submission['errorOf'];
}

function Fields({ speciality, errorOf }: FieldsProps) {
  return (
    <>
      <ShortText
        name="name"
        label={<Trans>Name</Trans>}
        required
        maxLength={80}
        autoComplete="off"
        defaultValue={speciality?.name}
        error={errorOf('name')}
      />
      <TextArea
        name="desc"
        label={<Trans>Description</Trans>}
        optional={<Trans>(optional)</Trans>}
        hint={<Trans>One sentence that says what it treats.</Trans>}
        rows={3}
        maxLength={300}
        defaultValue={speciality?.desc ?? ''}
        error={errorOf('desc')}
      />
      <TextArea
        name="also_called"
        label={<Trans>What else people call it</Trans>}
        optional={<Trans>(optional)</Trans>}
        hint={<Trans>Words in any language, for the search.</Trans>}
        rows={2}
        maxLength={500}
        defaultValue={speciality?.also_called}
        error={errorOf('also_called')}
      />
      <TextArea
        name="words"
        label={<Trans>What people type who look for it</Trans>}
        optional={<Trans>(optional)</Trans>}
        hint={
          <Trans>
            Complaints, parts of the body and professions in any language, separated by commas. A number says how
            clearly they point here: “chest pain 2, dil ka doctor”. 3 or no number is certain, 1 is perhaps.
          </Trans>
        }
        rows={6}
        maxLength={10_000}
        defaultValue={speciality?.words}
        error={errorOf('words')}
      />
    </>
  );
}
