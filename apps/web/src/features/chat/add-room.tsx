import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ShortText, TextArea } from '../../components/ui/text-area.tsx';
import { Form } from '../../components/ui/form.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { useIdempotencyKey } from '../../lib/kept/idempotency.ts';
import { roleQuery } from '../../lib/session/role.ts';
import { roomsQuery } from './api.ts';

/** Opens a room; only there for administrators. */
export function AddRoom() {
  const [open, setOpen] = useState(false);
  const grants = useQuery(roleQuery(useApi())).data?.grants ?? [];
  if (!grants.includes('administrator')) return null;
  if (open) return <NewRoom onDone={() => setOpen(false)} />;
  return (
    <Button variant="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
      <Plus size={20} aria-hidden />
      <Trans>Add a room</Trans>
    </Button>
  );
}

function NewRoom({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const submission = useSubmit(async (values) => {
    const body = { name: textOf(values, 'name'), description: textOf(values, 'description') };
    await api.call('POST /apis/chat-rooms/create/', { body, idempotencyKey: keyFor(body) });
    await queries.invalidateQueries({ queryKey: roomsQuery(api).queryKey });
    onDone();
  });
  return (
    <Card>
      <Form submission={submission} failure={t`The room was not added.`} action={t`Add the room`} busy={t`Adding...`}>
        <ShortText
          name="name"
          label={<Trans>Name</Trans>}
          required
          maxLength={80}
          autoComplete="off"
          error={submission.errorOf('name')}
        />
        <TextArea
          name="description"
          label={<Trans>Description</Trans>}
          optional={<Trans>(optional)</Trans>}
          rows={2}
          maxLength={300}
          error={submission.errorOf('description')}
        />
        <Button variant="plain" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </Form>
    </Card>
  );
}
