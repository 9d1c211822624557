/** How tests start the product: as `carillon` does, with these options of Node, and without looking for changed sources. */
export { NODE_OPTIONS, PROGRAM } from '../bin/launch.mjs';
