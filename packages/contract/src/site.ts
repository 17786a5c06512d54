/** Settings of the operator that everybody may see. They come with every page, without a call. */
export interface Site {
  demo: boolean;
  contact_phone: string;
  contact_email: string;
  contact_address: string;
  emergency_number: string;
  /** For somebody who thinks of ending their life. */
  crisis_line: { name: string; number: string };
  default_time_zone: string;
  /** Which providers the directory lists: all, or only verified ones. */
  providers: 'open' | 'approved';
}
