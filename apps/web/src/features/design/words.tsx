import { Ban, Check, Clock, History, Info, MapPin } from 'lucide-react';
import { EmergencyNote } from '../../components/emergency-note.tsx';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { ByDay } from '../../components/ui/by-day.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Duration } from '../../components/ui/duration.tsx';
import { Fact } from '../../components/ui/fact.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { When } from '../../components/ui/when.tsx';
import { longName, longWord, moment } from './samples.ts';
import { Section, State, States } from './shown.tsx';

// One for each tint.
const people = ['Dr. Kavita Iyer', 'Sunita Roy', 'Tara Sethi', 'Asha Rao', 'Meera Das', 'Lakshmi Nair', 'Farhan Ali'];

/** What tells something: states, messages, people, facts and times. */
export function Words() {
  return (
    <Section id="words" title="States, messages, people and facts">
      <States>
        <State name="a state is a word with its mark">
          <div className="flex flex-wrap gap-2">
            <Badge variant="waiting" icon={Clock}>
              Requested
            </Badge>
            <Badge variant="good" icon={Check}>
              Approved
            </Badge>
            <Badge variant="bad" icon={Ban}>
              Declined
            </Badge>
            <Badge variant="hint" icon={Info}>
              New
            </Badge>
            <Badge variant="quiet" icon={History}>
              Past
            </Badge>
            <Badge variant="waiting" icon={Clock}>
              {longName}
            </Badge>
          </div>
        </State>
        <State name="messages">
          <Notice kind="info">The provider has 24 hours to answer.</Notice>
          <Notice kind="success">Your request was sent.</Notice>
          <Notice kind="danger">Your request was not sent.</Notice>
        </State>
        <State name="messages of sixty letters">
          <Notice kind="info">{longWord}</Notice>
          <Notice kind="danger">{longName}</Notice>
        </State>
        <State name="people, in every colour">
          <div className="flex flex-wrap items-center gap-2">
            {people.map((name) => (
              <Avatar key={name} name={name} />
            ))}
            <Avatar name="Asha Rao" large />
          </div>
        </State>
        <State name="facts">
          <dl className="grid gap-3">
            <Fact icon={MapPin} name="Place">
              7 Lake Road, Bengaluru
            </Fact>
            <Fact icon={Clock} name="Answers" named>
              within <Duration minutes={300} />
            </Fact>
            <Fact icon={MapPin} name={longName} named>
              {longWord}
            </Fact>
          </dl>
        </State>
        <State name="times: here, and in another zone">
          <p>
            <When at={moment} zone="Asia/Kolkata" />
          </p>
          <p>
            <When at={moment} zone="Europe/Berlin" />
          </p>
          <p>
            <Duration minutes={2880} />, <Duration minutes={60} />, <Duration minutes={45} />
          </p>
        </State>
        <State name="rows under their days">
          <ByDay rows={[1, 2]} at={() => moment.toISOString()} keyOf={String}>
            {(row) => <Card>Visit {row}</Card>}
          </ByDay>
        </State>
        <State name="a card with a name of sixty letters">
          <Card className="flex items-center gap-3">
            <Avatar name={longName} />
            <p className="font-semibold">{longName}</p>
          </Card>
        </State>
        <State name="not for emergencies">
          <EmergencyNote />
        </State>
      </States>
    </Section>
  );
}
