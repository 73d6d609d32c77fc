// Another extension, as its author would write it from api.d.ts alone.
const vscode = require('vscode');

/** @returns what a consumer sees of Market Desk. */
exports.activate = async () => {
  const desk = vscode.extensions.getExtension('market-desk.market-desk');
  const exported = await desk.activate();
  return {
    members: () => Object.keys(exported),
    connect: (id) => exported.getApi(1).connect(id),
    version: (number) => exported.getApi(number),
  };
};
