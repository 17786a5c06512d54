import type { Provider } from '@carecommons/contract/providers';

/** Where a provider is: the address, and the city where the address does not name it. */
export function placeOf({ address, city }: Pick<Provider, 'address' | 'city'>): string {
  if (city === null || address.toLowerCase().includes(city.toLowerCase())) return address;
  return `${address}, ${city}`;
}
