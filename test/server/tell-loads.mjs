// A hook of Node's module loader: tells the address of every module that is loaded.

let told;

export function initialize(data) {
  told = data.told;
}

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  told.postMessage(url, []);
  return loaded;
}
