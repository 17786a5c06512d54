/** What the operator has set for everybody to see. It comes with every page; no call asks for it. */
export interface Site {
  demo: boolean;
  contact_phone: string;
  contact_email: string;
  contact_address: string;
  emergency_number: string;
  default_time_zone: string;
  /** Whom the directory lists: every provider, or the verified ones. */
  providers: 'open' | 'approved';
}
