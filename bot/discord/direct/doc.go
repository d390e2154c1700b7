// Package direct keeps the panels in direct messages: one message for each user, which is edited when something that it
// shows has changed. The store has each panel's message, its game and a checksum of what it shows. A private answer in
// a channel that offers no orders becomes the panel once it can, for a quarter of an hour; that is not stored.
//
// It may import play, whose panel it shows, and the rooms below that. It does not know how interactions are received;
// whoever answers a press on a panel holds the panel meanwhile, and notes what it shows afterwards.
package direct
