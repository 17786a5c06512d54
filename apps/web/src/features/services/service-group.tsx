import { ArrowRight, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from '../../lib/navigation.tsx';

/** One thing that one can do here, and where. */
export interface Service {
  to: string;
  icon: LucideIcon;
  name: string;
  description: string;
  link: string;
}

interface Props {
  title: ReactNode;
  picture: string;
  /** Whether the picture is among the first things seen. */
  first?: boolean;
  /** Whether the picture stands after the services where there is room for both in a row. */
  after?: boolean;
  services: Service[];
}

/** Services that belong together, beside a picture. */
export function ServiceGroup({ title, picture, first = false, after = false, services }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-6 lg:grid-cols-2 lg:items-center lg:gap-12">
      <img
        src={picture}
        alt=""
        width={640}
        height={480}
        loading={first ? 'eager' : 'lazy'}
        className={`w-full max-w-md justify-self-center rounded-card lg:max-w-none ${after ? 'lg:order-last' : ''}`}
      />
      <div className="grid gap-6">
        <h2 id={id} className="text-xl md:text-2xl">
          {title}
        </h2>
        <ul className="grid gap-6">
          {services.map(({ to, icon: Icon, name, description, link }) => (
            <li key={to} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
              <span className="row-span-3 inline-flex size-11 items-center justify-center rounded-full bg-primary-soft text-primary">
                <Icon size={20} aria-hidden />
              </span>
              <h3 className="self-center text-lg">{name}</h3>
              <p className="text-muted">{description}</p>
              <Link
                to={to}
                className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-primary hover:underline hover:underline-offset-4"
              >
                {link}
                <ArrowRight size={20} className="rtl:rotate-180" aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
