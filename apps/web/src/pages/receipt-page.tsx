import { Receipt } from '../features/my-data/receipt.tsx';

export function Page() {
  return <Receipt />;
}
