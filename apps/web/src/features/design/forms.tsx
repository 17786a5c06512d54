import type { ReactNode } from 'react';
import { AgreesBySending } from '../../components/agrees-by-sending.tsx';
import { FormPage } from '../../components/layout/form-page.tsx';
import { PasswordGate } from '../../components/password-gate.tsx';
import { SecondFactorNeeded } from '../../components/second-factor-needed.tsx';
import { Card } from '../../components/ui/card.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { FormSkeleton } from '../../components/ui/form-skeleton.tsx';
import { Form } from '../../components/ui/form.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { UploadProgress } from '../../components/ui/upload-progress.tsx';
import type { CallError } from '../../lib/calls/call.ts';
import { useSubmit } from '../../lib/form.ts';
import { failures } from './samples.ts';
import { Section, State, States } from './shown.tsx';

/** Forms, from the first look to the answer. */
export function Forms() {
  return (
    <Section id="forms" title="Forms">
      <States>
        <State name="still coming">
          <FormSkeleton fields={1} />
        </State>
        <State name="at rest">
          <Sample />
        </State>
        <State name="being sent: the button keeps its width">
          <Sample running />
        </State>
        <State name="no answer came">
          <Sample problem={failures.unreachable} />
        </State>
        <State name="refused">
          <Sample problem={failures.refused} />
        </State>
        <State name="signed out meanwhile">
          <Sample problem={failures.signedOut} />
        </State>
        <State name="done">
          <Sample done={<Notice kind="success">Your place is saved.</Notice>} />
        </State>
        <State name="a file on its way">
          <UploadProgress part={0.4} />
        </State>
        <State name="a file that is looked at">
          <UploadProgress part={1} />
        </State>
        <State name="once more with the password">
          <PasswordGate
            username="asha"
            failure="It was not changed."
            action="Change it"
            focused={false}
            send={() => Promise.reject(failures.refused)}
            onClose={() => undefined}
          />
        </State>
        <State name="needs a second step">
          <SecondFactorNeeded />
        </State>
        <State name="beside the button of a request">
          <AgreesBySending />
        </State>
      </States>
      <State name="a page that is one form">
        <FormPage
          title="Set up your profile"
          subtitle="It takes a minute."
          foot={<Card>What stands under the card.</Card>}
        >
          <Sample />
        </FormPage>
      </State>
    </Section>
  );
}

interface SampleProps {
  running?: boolean;
  problem?: CallError;
  done?: ReactNode;
}

function Sample({ running = false, problem, done }: SampleProps) {
  const submission = useSubmit(() => Promise.reject(failures.refused));
  return (
    <Form
      submission={{ ...submission, running, problem: problem ?? submission.problem }}
      failure="Your place was not saved."
      action="Save the place"
      busy="Saving..."
      done={done}
    >
      <TextField name="place" label="Place" defaultValue="Bengaluru" required error={submission.errorOf('place')} />
    </Form>
  );
}
