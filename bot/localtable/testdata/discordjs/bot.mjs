// A bot of discord.js as its guide writes one. It knows of the local table its address alone, API in the environment.
// What goes wrong ends it with status 1; "ready" on its output says that commands can be given.

import assert from "node:assert/strict";
import {
  ActionRowBuilder, ApplicationCommandType, AttachmentBuilder, ButtonBuilder, ButtonStyle, ChannelType, Client, ComponentType,
  ContainerBuilder, Events, GatewayIntentBits, LabelBuilder, MediaGalleryBuilder, MessageFlags, MessageType, ModalBuilder, Partials,
  PermissionFlagsBits, SectionBuilder, SeparatorBuilder, SlashCommandBuilder, StringSelectMenuBuilder, TextDisplayBuilder,
  TextInputBuilder, TextInputStyle, UserSelectMenuBuilder,
} from "discord.js";

const { API, TOKEN } = process.env;

const client = new Client({ intents: [GatewayIntentBits.Guilds], partials: [Partials.Channel], rest: { api: API } });

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==", "base64");
const row = (...parts) => new ActionRowBuilder().addComponents(...parts);
const button = (id, label) => new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(ButtonStyle.Primary);

// refused awaits that Discord refuses with a code.
async function refused(code, promise) {
  await assert.rejects(promise, (error) => error.code === code);
}

const on = {
  async defer(i) {
    await i.deferReply({ flags: MessageFlags.Ephemeral });
    const m = await i.editReply("kept promise");
    assert.equal(m.content, "kept promise");
    assert.ok(m.flags.has(MessageFlags.Ephemeral));
  },
  async file(i) {
    await i.reply({ content: "a file", files: [new AttachmentBuilder(PNG, { name: "map.png", description: "A small map" })] });
    const m = await i.editReply("a file, changed");
    const a = m.attachments.first();
    assert.ok(m.editedTimestamp);
    assert.deepEqual([a.width, a.height, a.contentType, a.description], [1, 1, "image/png", "A small map"]);
    const bytes = Buffer.from(await (await fetch(a.url)).arrayBuffer());
    assert.ok(bytes.equals(PNG));
  },
  async follow(i) {
    await i.reply("first");
    const m = await i.followUp(`<@${i.user.id}> is heard`);
    assert.equal(m.mentions.users.first().id, i.user.id);
    await i.followUp({ content: "for you alone", flags: MessageFlags.Ephemeral });
  },
  async buttons(i) {
    await i.reply({ content: "press", components: [row(button("update", "Update"), button("later", "Later"))] });
  },
  async menu(i) {
    const menu = new StringSelectMenuBuilder().setCustomId("menu").setMinValues(1).setMaxValues(2)
      .addOptions({ label: "One", value: "1" }, { label: "Two", value: "2", description: "twice" }, { label: "Three", value: "3" });
    await i.reply({ content: "choose", components: [row(menu)] });
  },
  async form(i) {
    const input = new TextInputBuilder().setCustomId("unit").setLabel("Unit").setStyle(TextInputStyle.Short);
    await i.showModal(new ModalBuilder().setCustomId("form").setTitle("Orders").addComponents(row(input)));
  },
  async layout(i) { // the newer layout, which an edit keeps
    const texts = (...words) => words.map((w) => new TextDisplayBuilder().setContent(w));
    const section = new SectionBuilder().addTextDisplayComponents(...texts("Turn 3", "German movement")).setButtonAccessory(button("frame", "Orders"));
    const gallery = new MediaGalleryBuilder().addItems({ media: { url: "attachment://map.png" }, description: "A small map" });
    const container = new ContainerBuilder().setAccentColor(0x336699).addSectionComponents(section)
      .addSeparatorComponents(new SeparatorBuilder()).addMediaGalleryComponents(gallery);
    await i.deferReply();
    const m = await i.editReply({ flags: MessageFlags.IsComponentsV2, components: [container], files: [new AttachmentBuilder(PNG, { name: "map.png" })] });
    const [frame] = m.components;
    assert.equal(frame.type, ComponentType.Container);
    assert.deepEqual(frame.components.map((c) => c.type), [ComponentType.Section, ComponentType.Separator, ComponentType.MediaGallery]);
    assert.equal(frame.components[2].items[0].media.data.width, 1);
    assert.ok(m.flags.has(MessageFlags.IsComponentsV2));
    await refused(50035, m.edit({ content: "older" }));
    await refused(50035, i.channel.send({ flags: MessageFlags.IsComponentsV2, components: texts(...Array(41).fill("x")) }));
  },
  async labels(i) {
    const style = new StringSelectMenuBuilder().setCustomId("style").addOptions({ label: "Plain", value: "plain" }, { label: "Old", value: "old" });
    const unit = new TextInputBuilder().setCustomId("unit").setStyle(TextInputStyle.Short);
    const who = new UserSelectMenuBuilder().setCustomId("who");
    await i.showModal(new ModalBuilder().setCustomId("labels").setTitle("Settings").addTextDisplayComponents(new TextDisplayBuilder().setContent("For **all**"))
      .addLabelComponents(new LabelBuilder().setLabel("Unit").setTextInputComponent(unit), new LabelBuilder().setLabel("Style").setDescription("Of maps")
        .setStringSelectMenuComponent(style), new LabelBuilder().setLabel("Who").setUserSelectMenuComponent(who)));
  },
  async look(i) {
    await i.reply(`${i.options.getString("hex")} ${i.options.getUser("who").username} ${i.options.getChannel("where").name} ${i.options.getInteger("n")}`);
  },
  async messages(i) {
    await i.deferReply();
    const sent = await i.channel.send("one");
    assert.equal((await sent.edit("one, changed")).content, "one, changed");
    assert.ok((await i.channel.messages.fetch({ limit: 10 })).has(sent.id));
    await sent.delete();
    await refused(10008, sent.edit("too late"));
    await i.user.send("in private");
    await i.editReply("messages done");
  },
  async threads(i) {
    await i.deferReply();
    const thread = await i.channel.threads.create({ name: "beside", type: ChannelType.PublicThread });
    assert.equal(thread.parentId, i.channelId);
    const inside = await thread.send("in the thread");
    await thread.setArchived(true);
    await refused(50083, inside.edit("too late"));
    await thread.setArchived(false);
    await inside.edit("in time");
    await thread.setArchived(true);
    assert.ok((await i.channel.threads.fetchArchived()).threads.has(thread.id));
    await thread.send("wakes it");
    assert.ok((await i.channel.threads.fetchActive()).threads.has(thread.id));
    await thread.setLocked(true);
    assert.ok((await thread.fetch(true)).locked);
    const branch = await (await i.channel.send("begins one")).startThread({ name: "at a message", autoArchiveDuration: 60 });
    assert.equal(branch.autoArchiveDuration, 60);
    const hidden = await i.channel.threads.create({ name: "staff", type: ChannelType.PrivateThread, invitable: false });
    await hidden.members.add(i.user.id);
    assert.equal((await hidden.members.fetch({ cache: false })).size, 2);
    await branch.delete();
    await refused(10003, branch.send("too late"));
    await i.editReply("threads done");
  },
  async forum(i) {
    await i.deferReply();
    const forum = i.guild.channels.cache.find((c) => c.type === ChannelType.GuildForum);
    const [open, running] = forum.availableTags;
    const post = await forum.threads.create({ name: "Smolensk", message: { content: "open", files: [new AttachmentBuilder(PNG, { name: "map.png" })] }, appliedTags: [open.id] });
    assert.deepEqual(post.appliedTags, [open.id]);
    await (await post.fetchStarterMessage()).edit("running");
    assert.deepEqual((await post.setAppliedTags([running.id])).appliedTags, [running.id]);
    await refused(10087, post.setAppliedTags(["1"]));
    await refused(50008, client.rest.post(`/channels/${forum.id}/messages`, { body: { content: "no post" } }));
    await i.editReply("forum done");
  },
  async pins(i) {
    await i.deferReply();
    const sent = await i.channel.send({ content: "whose move it is", flags: MessageFlags.SuppressNotifications });
    await sent.pin();
    const { items, hasMore } = await i.channel.messages.fetchPins();
    assert.deepEqual([items.length, items[0].message.id, items[0].message.pinned, hasMore], [1, sent.id, true, false]);
    const notice = (await i.channel.messages.fetch({ limit: 1 })).first();
    assert.equal(notice.type, MessageType.ChannelPinnedMessage);
    await notice.delete();
    await sent.unpin();
    assert.equal((await i.channel.messages.fetchPins()).items.length, 0);
    await i.editReply("pins done");
  },
  async emojis(i) { // of the application, as the bot has them beside words
    await i.deferReply();
    const mine = client.application.emojis;
    const emoji = await mine.create({ attachment: PNG, name: "gg_tank" });
    assert.deepEqual([...(await mine.fetch()).values()].map((e) => [e.id, e.name]), [[emoji.id, "gg_tank"]]);
    await refused(50035, mine.create({ attachment: PNG, name: "gg tank" }));
    assert.equal((await mine.edit(emoji, { name: "gg_gun" })).name, "gg_gun");
    const beside = (part) => row(button("update", "Orders").setEmoji(part));
    const sent = await i.channel.send({ content: `<:gg:${emoji.id}> 25 Pz`, components: [beside({ id: emoji.id, name: "gg_gun" })] });
    assert.equal(sent.components[0].components[0].emoji.id, emoji.id);
    await mine.delete(emoji);
    await refused(10014, mine.edit(emoji.id, { name: "gg_late" }));
    await refused(50035, i.channel.send({ content: "too late", components: [beside({ id: emoji.id, name: "gg_gun" })] }));
    await i.editReply("emojis done");
  },
  // withheld is given when the server has taken away what this needs; the channel says so too.
  async withheld(i) {
    await i.deferReply();
    const sent = await i.channel.send("stays");
    await refused(50013, sent.pin());
    await refused(50013, i.channel.threads.create({ name: "x", type: ChannelType.PublicThread }));
    const denied = i.channel.permissionOverwrites.cache.get(client.user.id).deny;
    assert.ok(denied.has(PermissionFlagsBits.PinMessages) && denied.has(PermissionFlagsBits.CreatePublicThreads));
    await i.editReply("withheld done");
  },
};

const pressed = {
  frame: (i) => i.update({ components: [new TextDisplayBuilder().setContent("framed")] }),
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
  else if (i.isModalSubmit() && i.customId === "labels") {
    const words = [i.fields.getTextInputValue("unit"), i.fields.getStringSelectValues("style")[0], i.fields.getSelectedUsers("who").first().username];
    await i.reply(`labelled ${words.join(" ")}`);
  } else if (i.isModalSubmit()) await i.reply(`filled in ${i.fields.getTextInputValue("unit")}`);
  else if (i.isMessageComponent()) await pressed[i.customId](i);
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

client.once(Events.ClientReady, async () => {
  const entry = { name: "launch", type: ApplicationCommandType.PrimaryEntryPoint, handler: 2 };
  const all = await client.application.commands.set([...commands, entry]);
  assert.equal(all.size, commands.length + 1);
  await refused(50240, client.application.commands.set(commands));
  await refused(50035, client.application.commands.set([...commands, entry, { name: "No Name", description: "x" }]));
  assert.equal((await client.application.commands.fetch()).size, all.size);
  console.log("ready");
});
client.on(Events.Error, (error) => { throw error; });
process.on("unhandledRejection", (error) => {
  console.error(error, JSON.stringify(error.rawError ?? ""));
  process.exit(1);
});
process.stdin.on("end", () => client.destroy()).resume(); // the test has seen enough
await client.login(TOKEN);
