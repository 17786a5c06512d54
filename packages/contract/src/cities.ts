/**
 * The positions of the larger cities that providers name, in degrees of latitude and longitude, accurate to about a kilometre.
 * With these, the browser turns "near me" into the name of a city, and a search knows which cities are near each other.
 */
const places = `
Agra 27.18 78.01, Ahmedabad 23.02 72.57, Ajmer 26.45 74.64, Aligarh 27.88 78.08, Amravati 20.93 77.75, Amritsar 31.63 74.87,
Asansol 23.68 86.98, Aurangabad 19.88 75.34, Bareilly 28.36 79.43, Belagavi 15.85 74.5, Bengaluru 12.97 77.59, Bhopal 23.26 77.41,
Bhubaneswar 20.3 85.82, Bikaner 28.02 73.31, Chandigarh 30.73 76.78, Chennai 13.08 80.27, Coimbatore 11.02 76.96, Colombo 6.93 79.86,
Cuttack 20.46 85.88, Dehradun 30.32 78.03, Delhi 28.61 77.21, Dhaka 23.81 90.41, Dhanbad 23.8 86.43, Durgapur 23.52 87.31,
Faridabad 28.41 77.31, Gaya 24.8 85.0, Ghaziabad 28.67 77.44, Gorakhpur 26.76 83.37, Gurugram 28.46 77.03, Guwahati 26.14 91.74,
Gwalior 26.22 78.18, Hubballi 15.36 75.12, Hyderabad 17.39 78.49, Imphal 24.82 93.94, Indore 22.72 75.86, Jabalpur 23.18 79.99,
Jaipur 26.91 75.79, Jalandhar 31.33 75.58, Jammu 32.73 74.86, Jamshedpur 22.8 86.2, Jhansi 25.45 78.57, Jodhpur 26.24 73.02,
Kanpur 26.45 80.33, Kathmandu 27.72 85.32, Kochi 9.93 76.27, Kolhapur 16.7 74.24, Kolkata 22.57 88.36, Kota 25.18 75.86,
Kozhikode 11.26 75.78, Lucknow 26.85 80.95, Ludhiana 30.9 75.86, Madurai 9.93 78.12, Mangaluru 12.91 74.86, Meerut 28.98 77.71,
Mumbai 19.08 72.88, Mysuru 12.3 76.64, Nagpur 21.15 79.09, Nashik 20.0 73.79, Noida 28.54 77.39, Panaji 15.49 73.83, Patna 25.59 85.14,
Prayagraj 25.44 81.85, Puducherry 11.94 79.81, Pune 18.52 73.86, Raipur 21.25 81.63, Rajkot 22.3 70.8, Ranchi 23.34 85.31,
Salem 11.66 78.15, Shillong 25.58 91.89, Shimla 31.1 77.17, Siliguri 26.73 88.4, Srinagar 34.08 74.8, Surat 21.17 72.83,
Thane 19.22 72.98, Thiruvananthapuram 8.52 76.94, Thrissur 10.53 76.21, Tiruchirappalli 10.79 78.7, Udaipur 24.59 73.71,
Vadodara 22.31 73.18, Varanasi 25.32 82.97, Vijayawada 16.51 80.65, Visakhapatnam 17.69 83.22, Warangal 17.97 79.6`;

export interface City {
  name: string;
  latitude: number;
  longitude: number;
}

export const cities: City[] = places
  .split(',')
  .map((line) => line.trim().split(' '))
  .map(([name = '', latitude, longitude]) => ({ name, latitude: Number(latitude), longitude: Number(longitude) }));

type Point = Omit<City, 'name'>;

/** The distance between two points of the earth in kilometres (haversine). */
export function kilometresBetween(one: Point, other: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * half(one.longitude, other.longitude);
  return 12_742 * Math.asin(Math.sqrt(chord));
}

/** The cities within a distance of a point, nearest first. */
export function citiesNear(point: Point, kilometres: number): City[] {
  return cities
    .map((city) => ({ city, away: kilometresBetween(point, city) }))
    .filter(({ away }) => away <= kilometres)
    .toSorted((one, other) => one.away - other.away)
    .map(({ city }) => city);
}
