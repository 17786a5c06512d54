import { rating } from '@carecommons/contract/limits';
import { Trans } from '@lingui/react/macro';
import { ArrowRight, Star } from 'lucide-react';
import { Link } from '../../lib/navigation.tsx';

const stars = [1, 2, 3, 4, 5];

/** What people think of it, and the way to join them. */
export function Rating() {
  return (
    <section className="page">
      <div className="flex flex-col items-center gap-4 rounded-card bg-primary-soft px-4 py-8 text-center md:flex-row md:gap-8 md:px-8 md:text-start">
        <h2 className="flex items-center gap-4">
          <span className="tabular text-3xl text-primary">{rating.stars}</span>
          <span className="grid justify-items-start text-base">
            <span className="flex gap-0.5 text-primary" aria-hidden>
              {stars.map((star) => (
                <Star key={star} size={20} className="fill-current" />
              ))}
            </span>
            <Trans>
              <span className="sr-only">out of 5 stars,</span> {rating.reviews} reviews
            </Trans>
          </span>
        </h2>
        <p className="max-w-[44ch]">
          <Trans>Patients and providers rate how they were helped here. Open an account and see for yourself.</Trans>
        </p>
        <Link
          to="/register"
          className="inline-flex min-h-11 shrink-0 items-center gap-2 md:ms-auto font-semibold text-primary hover:underline hover:underline-offset-4"
        >
          <Trans>Open an account</Trans>
          <ArrowRight size={20} className="rtl:rotate-180" aria-hidden />
        </Link>
      </div>
    </section>
  );
}
