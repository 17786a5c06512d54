import { SearchForm } from '../../components/search-form.tsx';
import { SelectField, TextField } from '../../components/ui/field.tsx';
import { TextArea } from '../../components/ui/text-area.tsx';
import { PasswordField } from '../../components/ui/password-field.tsx';
import { ReasonField } from '../../components/ui/reason-field.tsx';
import { Wrong } from '../../components/ui/wrong.tsx';
import { useSubmit } from '../../lib/form.ts';
import { longName, longWord } from './samples.ts';
import { Section, State, States } from './shown.tsx';

/** What is typed into and chosen from. */
export function Fields() {
  const submission = useSubmit(() => Promise.resolve());
  return (
    <Section id="fields" title="Fields">
      <States>
        <State name="at rest">
          <TextField label="Name" hint="As it stands on your card." />
        </State>
        <State name="with the focus" taken="focused">
          <TextField label="Town" defaultValue="Bengaluru" />
        </State>
        <State name="empty, with an example">
          <TextField label="Place" optional="(optional)" placeholder="Bengaluru" />
        </State>
        <State name="wrong">
          <TextField
            label="Email"
            defaultValue="asha@"
            hint="For letters about visits."
            error="Please give an e-mail address."
          />
        </State>
        <State name="not to be changed">
          <TextField label="Username" defaultValue="asha" disabled />
        </State>
        <State name="sixty letters">
          <TextField label={longName} hint={longWord} defaultValue={longName} error={longWord} />
        </State>
        <State name="a choice">
          <SelectField label="Language" defaultValue="hi">
            <option value="en">English</option>
            <option value="hi">Hindi</option>
          </SelectField>
        </State>
        <State name="a choice that is missing">
          <SelectField label="Speciality" defaultValue="" error="This is required.">
            <option value="">Please choose</option>
          </SelectField>
        </State>
        <State name="a choice that cannot be made">
          <SelectField label="Day" disabled>
            <option>Tuesday</option>
          </SelectField>
        </State>
        <State name="a longer text">
          <TextArea label="What is it about?" hint="The provider reads it before the visit." />
        </State>
        <State name="a longer text that is missing">
          <TextArea label="Answer" error="This is required." />
        </State>
        <State name="a reason">
          <ReasonField hint="The author reads it." maxLength={500} submission={submission} />
        </State>
        <State name="a password">
          <PasswordField label="Password" defaultValue="rainy tuesday" hint="At least 12 characters." />
        </State>
        <State name="a wrong password">
          <PasswordField label="Current password" error="This is not the password." />
        </State>
        <State name="what is wrong with a choice of several">
          <Wrong>Please choose at least one day.</Wrong>
        </State>
        <State name="a search">
          <SearchForm
            action="/design"
            label="Find a provider"
            placeholder="Name or speciality"
            onSearch={() => undefined}
          />
        </State>
      </States>
    </Section>
  );
}
