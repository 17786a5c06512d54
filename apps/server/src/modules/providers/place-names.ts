import { fold } from '../../platform/search/search.ts';

// Cities that are known by more than one name, one city a line.
const cities = `
bengaluru bangalore बेंगलुरु बंगलौर
mumbai bombay मुंबई बंबई
delhi दिल्ली dilli
kolkata calcutta कोलकाता कलकत्ता
chennai madras चेन्नई
hyderabad secunderabad हैदराबाद
pune poona पुणे
ahmedabad amdavad अहमदाबाद
jaipur जयपुर
lucknow लखनऊ
kanpur cawnpore कानपुर
nagpur नागपुर
indore इंदौर
bhopal भोपाल
patna पटना
varanasi banaras benares kashi वाराणसी बनारस काशी
prayagraj allahabad प्रयागराज इलाहाबाद
vadodara baroda वडोदरा
surat सूरत
chandigarh चंडीगढ़
gurugram gurgaon गुरुग्राम गुड़गांव
noida नोएडा
kochi cochin कोच्चि
thiruvananthapuram trivandrum तिरुवनंतपुरम
kozhikode calicut कोझिकोड
mysuru mysore मैसूर
mangaluru mangalore मंगलुरु
puducherry pondicherry पुदुचेरी
visakhapatnam vizag विशाखापट्टनम
guwahati gauhati गुवाहाटी
bhubaneswar bhubaneshwar भुवनेश्वर
shimla simla शिमला
dehradun देहरादून
ranchi रांची
raipur रायपुर
amritsar अमृतसर
srinagar श्रीनगर
goa panaji panjim गोवा पणजी
kathmandu काठमांडू
colombo कोलंबो
dhaka dacca ढाका
`;

const namesOf = new Map(
  cities
    .trim()
    .split('\n')
    .flatMap((line) =>
      fold(line)
        .split(' ')
        .map((name) => [name, line] as const),
    ),
);

/** The other names of the cities that a place names. */
export function placeNames(place: string): string {
  return fold(place)
    .split(' ')
    .map((word) => namesOf.get(word))
    .filter((names) => names !== undefined)
    .join(' ');
}

/** All names of the cities above, one array for each city. */
export const cityLines: string[][] = cities
  .trim()
  .split('\n')
  .map((line) => fold(line).split(' '));
