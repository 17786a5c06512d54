import { alwaysInApp, type Channel } from '@carecommons/contract/notification-rules';
import type { NotificationChoices } from '@carecommons/contract/notifications';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Card } from '../../components/ui/card.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useInTurn } from '../../lib/in-turn.ts';
import { Link } from '../../lib/navigation.tsx';
import { choicesQuery, renewChoices } from './api.ts';
import { useTopics } from './words.ts';

type Choice = NotificationChoices['topics'][number];

/** The channels for each topic. Each change is saved at once. */
export function Choices({ choices }: { choices: NotificationChoices }) {
  const id = useId();
  const api = useApi();
  const queries = useQueryClient();
  const topics = useTopics();
  const inTurn = useInTurn();
  const [failed, setFailed] = useState(false);

  async function save(choice: Choice) {
    setFailed(false);
    const { queryKey } = choicesQuery(api);
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, (before) => before && { ...before, topics: before.topics.map(replacedBy(choice)) });
    const { succeeded, last } = await inTurn(() => api.call('PUT /api/notification-choices/', { body: choice }));
    if (!succeeded) setFailed(true);
    // The answer of the server would undo on the page what has been pressed since.
    if (last) await renewChoices(queries);
  }
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-4">
        <div className="grid gap-1">
          <h2 id={id} className="text-lg">
            <Trans>What you are told, and how</Trans>
          </h2>
          <p className="text-muted">
            <Trans>Emails and push notifications never say what a visit is about or with whom it is.</Trans>
          </p>
        </div>
        {!choices.email_confirmed && (
          <Notice kind="info">
            <Trans>
              Emails go out once your address is confirmed.{' '}
              <Link to="/account" className="inline-flex min-h-11 items-center font-semibold underline">
                Confirm it on your account page
              </Link>
            </Trans>
          </Notice>
        )}
        <div className="grid gap-3 md:gap-0">
          {topics.map(({ topic, name, description }) => {
            const choice = choices.topics.find((one) => one.topic === topic);
            return (
              choice && (
                <Topic
                  key={topic}
                  name={name}
                  description={description}
                  choice={choice}
                  onChange={(to) => void save(to)}
                />
              )
            );
          })}
        </div>
        {failed && (
          <Notice kind="danger">
            <Trans>That was not saved. Please try again.</Trans>
          </Notice>
        )}
      </Card>
    </section>
  );
}

const replacedBy = (choice: Choice) => (one: Choice) => (one.topic === choice.topic ? choice : one);

interface TopicProps {
  name: string;
  description: string;
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** One line of a table where there is room for it, else a card. */
function Topic({ name, description, choice, onChange }: TopicProps) {
  const { t } = useLingui();
  const id = useId();
  const ways: [Channel, string][] = [
    ['in_app', t`In the app`],
    ['email', t`Email`],
    ['push', t`Push`],
  ];
  return (
    <div
      role="group"
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-description`}
      className="grid gap-x-4 gap-y-2 rounded-control border border-line p-3 md:grid-cols-[1fr_auto] md:items-center md:rounded-none md:border-x-0 md:border-b-0 md:px-0"
    >
      <div>
        <p id={`${id}-name`} className="font-semibold">
          {name}
        </p>
        <p id={`${id}-description`} className="text-sm text-muted">
          {description}
        </p>
      </div>
      <div className="grid md:grid-cols-[7.5rem_6rem_5.5rem]">
        {ways.map(([way, label]) => (
          <label key={way} className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-primary"
              checked={choice[way]}
              disabled={way === 'in_app' && alwaysInApp(choice.topic)}
              onChange={({ target }) => onChange({ ...choice, [way]: target.checked })}
            />
            {label}
          </label>
        ))}
      </div>
    </div>
  );
}
