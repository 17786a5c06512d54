import {
  type Booker,
  type Confirmation,
  visitKindBounds,
  visitKindNameLength,
} from '@carecommons/contract/visit-kind-rules';
import type { VisitKind } from '@carecommons/contract/visit-kinds';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { SelectField, TextField } from '../../components/ui/field.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { CallError } from '../../lib/calls/call.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { known } from '../../lib/texts/i18n.ts';
import { type KindToSave, useSaveKinds } from './api.ts';
import { OwnKindRule } from './kind-rule.tsx';

interface Props {
  /** As it was saved; undefined for a new one. */
  saved: VisitKind | undefined;
  isFirst: boolean;
  onClose: () => void;
}

const usual = { name: '', minutes: 30, fee: 500, buffer_after: null, video_url: null } as const;

/** One kind of visit: what patients read of it, and the rules of booking it. */
export function KindDialog({ saved, isFirst, onClose }: Props) {
  const { t, i18n } = useLingui();
  const save = useSaveKinds();
  const [who_may_book, setWho] = useState<Booker>(saved?.who_may_book ?? 'new');
  const [confirmation, setConfirmation] = useState<Confirmation>(saved?.confirmation ?? 'request');
  const kind = saved ?? usual;
  const submission = useSubmit(async (values) => {
    const buffer = textOf(values, 'buffer_after').trim();
    const name = textOf(values, 'name').trim();
    const changed: KindToSave = {
      id: saved?.id ?? null,
      // A name that is shown translated stays as it was stored.
      name: saved !== undefined && name === known(i18n, saved.name) ? saved.name : name,
      minutes: Number(textOf(values, 'minutes')),
      fee: Number(textOf(values, 'fee')),
      buffer_after: buffer === '' ? null : Number(buffer),
      video_url: textOf(values, 'video_url').trim() || null,
      who_may_book,
      confirmation,
    };
    await save((list) =>
      saved === undefined ? [...list, changed] : list.map((one) => (one.id === saved.id ? changed : one)),
    ).catch(underField);
    onClose();
  });
  const { errorOf } = submission;
  return (
    <FormDialog
      title={saved === undefined ? <Trans>A kind of visit</Trans> : known(i18n, saved.name)}
      description={<Trans>It applies to new bookings. Visits that are booked already stay as they are.</Trans>}
      onClose={onClose}
      submission={submission}
      failure={errorOf('kinds') ?? t`The kind of visit was not saved.`}
      action={t`Save the kind`}
      busy={t`Saving...`}
    >
      <TextField
        name="name"
        label={<Trans>Name</Trans>}
        hint={<Trans>Patients read it, such as: First visit, Follow-up, Video call.</Trans>}
        required
        maxLength={visitKindNameLength}
        defaultValue={saved === undefined ? '' : known(i18n, saved.name)}
        error={errorOf('name')}
      />
      <Whole name="minutes" value={kind.minutes} label={<Trans>Length in minutes</Trans>} error={errorOf('minutes')} />
      <Whole name="fee" value={kind.fee} label={<Trans>Fee in rupees</Trans>} error={errorOf('fee')} />
      {!isFirst && (
        <Whole
          name="buffer_after"
          value={kind.buffer_after}
          label={<Trans>Free after it, in minutes</Trans>}
          hint={<Trans>Empty: as your rules of booking say.</Trans>}
          error={errorOf('buffer_after')}
        />
      )}
      <TextField
        inputMode="url"
        dir="ltr"
        name="video_url"
        label={<Trans>Link to the video call</Trans>}
        hint={<Trans>Empty for a visit in person. Patients see it once their visit is confirmed.</Trans>}
        maxLength={300}
        defaultValue={kind.video_url ?? ''}
        error={errorOf('video_url')}
      />
      {!isFirst && (
        <SelectField
          name="who_may_book"
          label={<Trans>Who can book it</Trans>}
          value={who_may_book}
          onChange={({ target }) => setWho(target.value as Booker)}
          error={errorOf('who_may_book')}
        >
          <option value="new">{t`Everybody`}</option>
          <option value="known">{t`Patients I have seen before`}</option>
          <option value="staff">{t`Only my practice`}</option>
        </SelectField>
      )}
      {who_may_book !== 'staff' && (
        <SelectField
          name="confirmation"
          label={<Trans>When it is confirmed</Trans>}
          value={confirmation}
          onChange={({ target }) => setConfirmation(target.value as Confirmation)}
          error={errorOf('confirmation')}
        >
          <option value="request">{t`When I approve the request`}</option>
          <option value="known">{t`At once for patients I have seen before`}</option>
          <option value="at_once">{t`At once for everybody who can book it`}</option>
        </SelectField>
      )}
      <p role="status" className="text-sm text-muted">
        <OwnKindRule kind={{ who_may_book, confirmation }} />
      </p>
    </FormDialog>
  );
}

interface WholeProps {
  name: keyof typeof visitKindBounds;
  value: number | null;
  label: ReactNode;
  hint?: ReactNode;
  error: string | undefined;
}

function Whole({ name, value, ...field }: WholeProps) {
  const [min, max] = visitKindBounds[name];
  return (
    <TextField
      type="number"
      inputMode="numeric"
      name={name}
      min={min}
      max={max}
      required={name !== 'buffer_after'}
      defaultValue={value ?? ''}
      {...field}
    />
  );
}

/** The server names the field of the whole list; here it is that of this kind. */
function underField(error: unknown): never {
  if (!(error instanceof CallError)) throw error;
  const errors = error.errors.map(({ field, message }) => ({ field: field.replace(/^kinds\.\d+\./, ''), message }));
  throw new CallError(error.status, { code: error.code, message: error.message, errors });
}
