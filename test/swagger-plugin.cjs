// Runs the OpenAPI plugin inside ts-jest, so that tests see the same document as the build does.
const { before } = require('@nestjs/swagger/plugin');

module.exports = {
  name: 'carillon-swagger-plugin',
  version: 1,
  factory: (compiler) => before({ introspectComments: true }, compiler.program),
};
