// A bot of discord.js as its guide writes one. It knows of the local table its address alone, API in the environment.
// What goes wrong ends it with status 1; "ready" on its output says that commands can be given.

import assert from "node:assert/strict";
import {
  ActionRowBuilder, AttachmentBuilder, ButtonBuilder, ButtonStyle, ChannelType, Client, EmbedBuilder, Events, GatewayIntentBits,
  LabelBuilder, MessageFlags, ModalBuilder, Partials, RESTJSONErrorCodes, SlashCommandBuilder, StringSelectMenuBuilder, TextInputBuilder,
  TextInputStyle, ThreadAutoArchiveDuration,
} from "discord.js";

const { API, TOKEN, GUILD, USER } = process.env;

const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages],
  partials: [Partials.Channel],
  rest: { api: API },
});

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==", "base64");
const row = (...parts) => new ActionRowBuilder().addComponents(...parts);
const button = (id, label) => new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(ButtonStyle.Primary);
const input = (id) => new TextInputBuilder().setCustomId(id).setStyle(TextInputStyle.Short);

// refused awaits that Discord refuses with a code.
async function refused(code, promise) {
  await assert.rejects(promise, (error) => error.code === code);
}

const on = {
  async reply(i) {
    const told = await i.reply({ content: `<@${i.user.id}> is heard`, withResponse: true });
    const m = told.resource.message;
    assert.equal(m.content, `<@${i.user.id}> is heard`);
    assert.equal(m.mentions.users.first().id, i.user.id);
    assert.equal(m.interactionMetadata.id, i.id);
    assert.deepEqual(m.interactionMetadata.authorizingIntegrationOwners["0"], GUILD);
    assert.equal(m.mentions.everyone, false);
    assert.equal(m.pinned, false);
    assert.equal(m.tts, false);
    assert.equal((await i.fetchReply()).id, m.id);
  },
  async defer(i) {
    await i.deferReply({ flags: MessageFlags.Ephemeral });
    await i.editReply("kept promise");
  },
  async file(i) {
    const picture = new AttachmentBuilder(PNG, { name: "map.png", description: "A small map" });
    const embed = new EmbedBuilder().setTitle("Map").setImage("attachment://map.png").addFields({ name: "Turn", value: "1", inline: true });
    await i.reply({ content: "a file", files: [picture], embeds: [embed] });
    const m = await i.fetchReply();
    const a = m.attachments.first();
    assert.equal(a.description, "A small map");
    assert.deepEqual([a.width, a.height, a.contentType], [1, 1, "image/png"]);
    const bytes = Buffer.from(await (await fetch(a.url)).arrayBuffer());
    assert.ok(bytes.equals(PNG));
  },
  async follow(i) {
    await i.reply("first");
    const second = await i.followUp("second");
    await i.followUp({ content: "for you alone", flags: MessageFlags.Ephemeral });
    await i.editReply({ message: second, content: "second, changed" });
    const third = await i.followUp("third");
    await i.deleteReply(third);
  },
  async edit(i) {
    await i.reply("before");
    const m = await i.editReply("after");
    assert.ok(m.editedTimestamp);
  },
  async delete(i) {
    await i.reply("soon gone");
    await i.deleteReply();
    await i.followUp("it is gone");
    await refused(RESTJSONErrorCodes.UnknownMessage, i.fetchReply());
  },
  async buttons(i) {
    const collected = i.channel.awaitMessageComponent({ filter: (b) => b.customId === "collect" });
    await i.reply({ content: "press", components: [row(button("update", "Update"), button("later", "Later"), button("collect", "Collect"))] });
    const pressed = await collected;
    await pressed.reply({ content: "collected", flags: MessageFlags.Ephemeral });
  },
  async menu(i) {
    const menu = new StringSelectMenuBuilder().setCustomId("menu").setMinValues(1).setMaxValues(2)
      .addOptions({ label: "One", value: "1" }, { label: "Two", value: "2", description: "twice" }, { label: "Three", value: "3" });
    await i.reply({ content: "choose", components: [row(menu)] });
  },
  async form(i) {
    await i.showModal(new ModalBuilder().setCustomId("form").setTitle("Orders")
      .addComponents(row(input("unit").setLabel("Unit"))));
  },
  async label(i) {
    await i.showModal(new ModalBuilder().setCustomId("form").setTitle("Orders")
      .addLabelComponents(new LabelBuilder().setLabel("Unit").setDescription("Its number").setTextInputComponent(input("unit"))));
  },
  async look(i) {
    await i.reply(`${i.options.getString("hex")} ${i.options.getUser("who").username} ${i.options.getChannel("where").name} ${i.options.getInteger("n")}`);
  },
  async messages(i) {
    await i.deferReply();
    const channel = await client.channels.fetch(i.channelId);
    await channel.sendTyping();
    const sent = await Promise.all(["one", "two", "three"].map((text) => channel.send(text)));
    const changed = await sent[0].edit("one, changed");
    assert.equal(changed.content, "one, changed");
    assert.equal((await channel.messages.fetch({ message: sent[0].id, force: true })).content, "one, changed");
    await sent[0].delete();
    await refused(RESTJSONErrorCodes.UnknownMessage, channel.messages.fetch({ message: sent[0].id, force: true }));
    await channel.bulkDelete(sent.slice(1));
    assert.ok((await channel.messages.fetch({ limit: 10 })).every((m) => !sent.some((s) => s.id === m.id)));
    await i.user.send("in private");
    await i.editReply("messages done");
  },
  async threads(i) {
    await i.deferReply();
    const channel = await client.channels.fetch(i.channelId);
    const start = await channel.send("a thread begins here");
    const thread = await start.startThread({ name: "Turn 1", autoArchiveDuration: ThreadAutoArchiveDuration.OneHour });
    assert.equal(thread.id, start.id);
    assert.equal(thread.parentId, channel.id);
    const loose = await channel.threads.create({ name: "beside", type: ChannelType.PublicThread });
    const inside = await loose.send("in the thread");
    assert.equal((await channel.threads.fetchActive()).threads.size, 2);
    await loose.setArchived(true);
    assert.equal((await channel.threads.fetchArchived()).threads.size, 1);
    await refused(50083, inside.edit("too late"));
    await loose.setArchived(false);
    await inside.edit("in time");
    await loose.delete();
    await i.editReply("threads done");
  },
  async channels(i) {
    await i.deferReply();
    const made = await i.guild.channels.create({ name: "annex", topic: "for a while" });
    assert.equal(made.topic, "for a while");
    assert.equal((await made.setName("wing")).name, "wing");
    await made.delete();
    await i.editReply("channels done");
  },
};

const pressed = {
  update: (i) => i.update({ content: "updated" }),
  async later(i) {
    await i.deferUpdate();
    await i.editReply({ content: "changed later", components: [] });
  },
  menu: (i) => i.update({ content: `chosen ${i.values.join(" ")}`, components: [] }),
};

client.on(Events.InteractionCreate, async (i) => {
  if (i.isChatInputCommand()) await on[i.commandName](i);
  else if (i.isAutocomplete()) await i.respond([{ name: `hex ${i.options.getFocused()}`, value: `${i.options.getFocused()}0` }]);
  else if (i.isModalSubmit()) await i.reply(`filled in ${i.fields.getTextInputValue("unit")}`);
  else if (i.isMessageComponent() && pressed[i.customId]) await pressed[i.customId](i);
});

const commands = Object.keys(on).map((name) => {
  const c = new SlashCommandBuilder().setName(name).setDescription(`Try ${name}`);
  if (name === "look") {
    c.addStringOption((o) => o.setName("hex").setDescription("Where").setAutocomplete(true).setRequired(true))
      .addUserOption((o) => o.setName("who").setDescription("Who").setRequired(true))
      .addChannelOption((o) => o.setName("where").setDescription("Channel").setRequired(true))
      .addIntegerOption((o) => o.setName("n").setDescription("How many").setMinValue(1).setRequired(true));
  }
  return c;
});

// reads asks for all that can be asked for.
async function reads() {
  const application = await client.application.fetch();
  assert.equal(application.bot.id, client.user.id);
  const guild = await client.guilds.fetch({ guild: GUILD, force: true });
  assert.ok(guild.approximateMemberCount > 1);
  assert.equal((await guild.members.fetch(USER)).user.id, USER);
  assert.equal((await guild.members.fetchMe({ force: true })).id, client.user.id);
  assert.equal((await client.users.fetch(USER, { force: true })).id, USER);
  assert.ok((await guild.channels.fetch()).size > 0);
  assert.equal((await guild.roles.fetch()).size, 1);
  await refused(RESTJSONErrorCodes.UnknownUser, client.users.fetch("1"));
}

// registers makes the commands, and goes through single ones.
async function registers() {
  const all = await client.application.commands.set(commands);
  assert.equal(all.size, commands.length);
  for (const where of [undefined, GUILD]) {
    const made = await client.application.commands.create(new SlashCommandBuilder().setName("extra").setDescription("More").setDefaultMemberPermissions(32), where);
    assert.equal(made.defaultMemberPermissions.bitfield, 32n);
    const changed = await client.application.commands.edit(made.id, { name: "renamed" }, where);
    assert.equal(changed.name, "renamed");
    assert.equal((await client.application.commands.fetch(made.id, { guildId: where, force: true })).name, "renamed");
    await client.application.commands.delete(made.id, where);
  }
  assert.equal((await client.application.commands.fetch({ withLocalizations: true })).size, commands.length);
}

client.once(Events.ClientReady, async () => {
  await reads();
  await registers();
  console.log("ready");
});
client.on(Events.Error, (error) => { throw error; });
process.on("unhandledRejection", (error) => {
  console.error(error, JSON.stringify(error.rawError ?? ""));
  process.exit(1);
});
process.stdin.on("end", () => client.destroy()).resume(); // the test has seen enough
await client.login(TOKEN);
