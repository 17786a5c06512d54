import { type ReactNode, useState } from 'react';
import { DecisionDialog } from '../../components/decision-dialog.tsx';
import { ReportButton } from '../../components/report-button.tsx';
import { ReportDialog } from '../../components/report-dialog.tsx';
import { AlertDialog } from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { useSubmit } from '../../lib/form.ts';
import { failures, longName } from './samples.ts';
import { Section, State, States } from './shown.tsx';

// There is no article of this number: the server refuses whatever is sent from here.
const nothing = { kind: 'blog', id: 0 } as const;

/** Dialogs. Each opens from its button, which gets the focus back when the dialog closes. */
export function Dialogs() {
  return (
    <Section id="dialogs" title="Dialogs">
      <States>
        <Opened name="a question">
          {(close) => (
            <AlertDialog
              title="Cancel this visit?"
              onClose={close}
              actions={
                <>
                  <Button variant="quiet" onClick={close}>
                    Keep it
                  </Button>
                  <Button variant="danger" onClick={close}>
                    Cancel the visit
                  </Button>
                </>
              }
            >
              <p>{longName} is told at once, and the time is free again.</p>
            </AlertDialog>
          )}
        </Opened>
        <Opened name="a form">{(close) => <SampleForm onClose={close} />}</Opened>
        <Opened name="a report to the moderators">
          {(close) => <ReportDialog {...nothing} onClose={close} onReported={close} />}
        </Opened>
        <Opened name="hiding something">
          {(close) => <DecisionDialog {...nothing} verb="hide" onClose={close} />}
        </Opened>
        <Opened name="showing it again">
          {(close) => <DecisionDialog {...nothing} verb="show" onClose={close} />}
        </Opened>
        <State name="from where a report is made">
          <ReportButton {...nothing} />
        </State>
      </States>
    </Section>
  );
}

function Opened({ name, children }: { name: string; children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <State name={name}>
      <Button variant="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
        Open {name}
      </Button>
      {open && children(() => setOpen(false))}
    </State>
  );
}

function SampleForm({ onClose }: { onClose: () => void }) {
  const submission = useSubmit(() => Promise.reject(failures.refused));
  return (
    <FormDialog
      title="Rename this room?"
      description="Everybody in it sees the new name."
      onClose={onClose}
      submission={submission}
      failure="The name was not saved."
      action="Save"
      busy="Saving..."
    >
      <TextField name="name" label="Name" required error={submission.errorOf('name')} />
    </FormDialog>
  );
}
