// Package otherhand has only tests. They compute anew, from its JSON, what package overview says of seasons, and in
// other ways what package matching says of graphs. Their author knew what the packages promise, but not their code.
//
// Limits: if both authors misread a promise in the same way nobody notices.
package otherhand
