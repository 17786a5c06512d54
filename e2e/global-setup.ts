import { startProduct } from './support/product.ts';

/** Starts the product once for all journeys, and stops it after the last one. */
export default async function setup() {
  const { product, stop } = await startProduct();
  process.env.PRODUCT = JSON.stringify(product);
  return stop;
}
