/** The page of a map that looks for a place. */
export function mapOf(place: string): string {
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: place }).toString()}`;
}
