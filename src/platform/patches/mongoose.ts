// @ts-expect-error Mongoose has types for its public classes only.
import specialProperties from 'mongoose/lib/helpers/specialProperties.js';

// Mongoose drops these keys when it copies an object. Callers may use `prototype`; access to a class through
// `constructor.prototype` is already prevented by dropping `constructor`.
(specialProperties as Set<string>).delete('prototype');
