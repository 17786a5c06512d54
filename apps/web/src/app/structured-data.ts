import type { FoundPage, PagePath } from '@carecommons/contract/pages';
import type { Site } from '@carecommons/contract/site';
import type { ListedProvider } from '../features/providers/api.ts';
import type { Head } from '../lib/head.tsx';

interface Shown {
  page: FoundPage;
  address: string;
  head: Head;
  site: Site;
  publicUrl: string | undefined;
  /** Those whose cards the page holds. */
  providers: ListedProvider[];
}

// Pages that stand below another one than the home page.
const above: Partial<Record<PagePath, [name: string, address: string]>> = {
  '/all/:specialityId': ['Specialities', '/speciality'],
};

/**
 * What a public page is about, in the words of schema.org. It stands in the server's HTML alone: those who read it load
 * each page.
 */
export function factsOf({ page, address, head, site, publicUrl = '', providers }: Shown): object[] {
  const context = { '@context': 'https://schema.org' };
  if (page.path !== '/') {
    const own = head.title.replace(/ · Carecommons$/, '');
    const trail = [['Carecommons', '/'], ...(above[page.path] === undefined ? [] : [above[page.path]]), [own, address]];
    const itemListElement = trail.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb?.[0],
      item: `${publicUrl}${crumb?.[1]}`,
    }));
    return [{ ...context, '@type': 'BreadcrumbList', itemListElement }, ...factsOfProviders(providers, publicUrl)];
  }
  return [
    {
      ...context,
      '@type': 'WebSite',
      name: 'Carecommons',
      description: head.description,
      url: `${publicUrl}/`,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/providers?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
    {
      ...context,
      '@type': 'MedicalOrganization',
      name: 'Carecommons',
      url: `${publicUrl}/`,
      logo: `${publicUrl}/icons/icon-512.png`,
      telephone: site.contact_phone,
      email: site.contact_email,
      address: site.contact_address,
    },
    ...factsOfProviders(providers, publicUrl),
  ];
}

/** What the cards of providers show, as one list. */
function factsOfProviders(providers: ListedProvider[], publicUrl: string): object[] {
  if (providers.length === 0) return [];
  const itemListElement = providers.map((provider, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: factsOfProvider(provider, publicUrl),
  }));
  return [{ '@context': 'https://schema.org', '@type': 'ItemList', itemListElement }];
}

/** A provider with a practice, which is what a `Physician` is there: a kind of `MedicalBusiness`. */
function factsOfProvider(
  { user, name, speciality, address, city, phone, fees, languages, photo }: ListedProvider,
  publicUrl: string,
) {
  return {
    '@type': 'Physician',
    '@id': `${publicUrl}/profile/${user}`,
    name,
    medicalSpecialty: speciality,
    telephone: phone,
    address: { '@type': 'PostalAddress', streetAddress: address, addressLocality: city ?? undefined },
    priceRange: `₹${fees}`,
    currenciesAccepted: 'INR',
    knowsLanguage: languages.length > 0 ? languages : undefined,
    image: photo === null ? undefined : publicUrl + photo,
  };
}
