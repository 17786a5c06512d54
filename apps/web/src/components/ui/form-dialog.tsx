import { Trans } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import { AlertDialog } from './alert-dialog.tsx';
import { Button } from './button.tsx';
import { Form } from './form.tsx';

interface Props extends Omit<ComponentProps<typeof Form>, 'children'> {
  title: ReactNode;
  /** What follows from it, above the fields. */
  description?: ReactNode;
  /** The word of the way out, where it is not to cancel. */
  keep?: ReactNode;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for something before it is done: a form that stands over the page. It is open while it is rendered. */
export function FormDialog({ title, description, keep = <Trans>Cancel</Trans>, onClose, children, ...form }: Props) {
  return (
    <AlertDialog
      title={title}
      onClose={onClose}
      actions={
        <Button variant="quiet" onClick={onClose}>
          {keep}
        </Button>
      }
    >
      {description && <p>{description}</p>}
      <Form {...form}>{children}</Form>
    </AlertDialog>
  );
}
